package bayesflow4j.server;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Who may ask: on the loopback, programs of this machine but no other page in the browser; elsewhere, who knows the token.
 *
 * @param host the name or address that the server listens on
 * @param token what every request must carry, if anything
 */
public record Guard(String host, Optional<String> token) {
    /** The name of this machine to itself. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", LOOPBACK, "[::1]");
    private static final String BEARER = "Bearer ";
    private static final int TOKEN_BYTES = 24;
    private static final int LEAST_TOKEN_LENGTH = 16;

    /** Requires a token where others than this machine can ask. */
    public Guard {
        if (token.isEmpty() && !isLoopback(host))
            throw new IllegalArgumentException(
                    "token: expected one, since other machines can reach " + host + ", got none");
        token.filter(t -> t.length() < LEAST_TOKEN_LENGTH || !t.matches("[\\x21-\\x7e]+"))
                .ifPresent(t -> {
                    throw new IllegalArgumentException("token: expected at least " + LEAST_TOKEN_LENGTH
                            + " letters, digits or signs, got " + t.length());
                });
    }

    /** A token that nobody can guess. */
    public static String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Whether only programs of this machine can reach a name or address. */
    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("host: expected a name or an address, got " + host, e);
        }
    }

    /**
     * Lets a request pass or throws.
     *
     * @param open whether it needs no token
     * @throws Problem with status 401 or 403
     */
    void check(Context request, boolean open) {
        String authority =
                Optional.ofNullable(request.header("Host")).orElse("").toLowerCase(Locale.ROOT);
        requireOwnName(authority);
        requireOwnPage(request, authority);
        if (!open) requireToken(request);
    }

    /** A page elsewhere whose name was made to point to this machine (DNS rebinding) still sends its own name. */
    private void requireOwnName(String authority) {
        String name = authority.replaceFirst(":\\d+$", "");
        if (isLoopback(host) && !LOOPBACK_NAMES.contains(name) && !name.equals(host))
            throw new Problem(403, "Host: expected localhost or 127.0.0.1, got \"" + name + '"');
    }

    private static void requireOwnPage(Context request, String authority) {
        String origin = request.header("Origin");
        if (origin != null && !authority.equals(authority(origin)))
            throw new Problem(403, "Origin: expected a page of this server or none, got \"" + origin + '"');
        String site = Optional.ofNullable(request.header("Sec-Fetch-Site")).orElse("none");
        boolean visit = request.req().getMethod().equals("GET") && "navigate".equals(request.header("Sec-Fetch-Mode"));
        if (!visit && (site.equals("cross-site") || site.equals("same-site")))
            throw new Problem(403, "Sec-Fetch-Site: expected a page of this server, got " + site);
    }

    private static String authority(String origin) {
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority == null ? "" : authority.toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private void requireToken(Context request) {
        if (!knows(request))
            throw new Problem(401, "expected the token that the server printed, as Authorization: Bearer TOKEN");
    }

    /** Whether a request carries the token, or needs none. */
    public boolean knows(Context request) {
        if (token.isEmpty()) return true;
        String header = Optional.ofNullable(request.header("Authorization")).orElse("");
        String given = header.startsWith(BEARER)
                ? header.substring(BEARER.length())
                : Optional.ofNullable(request.cookie(cookie(request))).orElse("");
        return isToken(given);
    }

    /** Compared in a time that does not tell how much of it is right. */
    private boolean isToken(String given) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8), token.orElse("").getBytes(StandardCharsets.UTF_8));
    }

    /** Servers on several ports of one machine share their cookies, so each has a name of its own. */
    private static String cookie(Context request) {
        return "bayesflow-" + request.req().getLocalPort();
    }

    /**
     * Gives the browser that came with the right token in the address a cookie instead, which no script can read.
     *
     * @return whether the token was right
     */
    public boolean welcome(Context request, String given) {
        if (!isToken(given)) return false;
        Cookie cookie = new Cookie(cookie(request), given);
        cookie.setHttpOnly(true);
        cookie.setSameSite(SameSite.STRICT);
        cookie.setPath("/");
        request.cookie(cookie);
        return true;
    }
}
