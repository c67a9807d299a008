package bayesflow4j.server;

import bayesflow4j.storage.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request that cannot be answered: an HTTP status and a sentence that says what was expected and what was found. */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** A problem with this HTTP status. */
    public Problem(int status, String message) {
        super(message);
        this.status = status;
    }

    /** The request is malformed. */
    public static Problem malformed(String message) {
        return new Problem(400, message);
    }

    /** There is no such thing. */
    public static Problem missing(String message) {
        return new Problem(404, message);
    }

    /** The request is well formed, but what it asks for cannot be done. */
    public static Problem unfit(String message) {
        return new Problem(422, message);
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The body of the reply, after RFC 9457. */
    public String json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("status", status);
        fields.put("title", title(status));
        fields.put("detail", getMessage());
        return Json.write(fields);
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad request";
            case 401 -> "Token required";
            case 403 -> "Forbidden";
            case 404 -> "Not found";
            case 405 -> "Method not allowed";
            case 408 -> "Took too long";
            case 409 -> "Conflict";
            case 413 -> "Too large";
            case 415 -> "Unsupported media type";
            case 422 -> "Cannot be done";
            case 429 -> "Busy";
            default -> "Internal error";
        };
    }
}
