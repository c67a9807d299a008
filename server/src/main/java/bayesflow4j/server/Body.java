package bayesflow4j.server;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The body of a request as text, read within limits. */
public final class Body {
    private static final int CHUNK = 1 << 14;

    /** A text in memory takes up to three times its bytes: as bytes, as characters, and as what is read from it. */
    private static final int COPIES = 3;

    private Body() {}

    /**
     * The whole body.
     *
     * @throws Problem with status 413 if it is too long, 408 if it comes too slowly, 400 if it is not UTF-8
     */
    public static String text(Context request, Limits limits, Gate.Admission admission) {
        long announced = request.req().getContentLengthLong();
        if (announced > limits.bodyBytes()) throw tooLong(limits);
        try {
            byte[] bytes = bytes(request.req().getInputStream(), limits, admission);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Problem.malformed("body: expected text in UTF-8");
        } catch (IOException e) {
            throw Problem.malformed("body: expected all of it, got only a part");
        }
    }

    private static byte[] bytes(InputStream in, Limits limits, Gate.Admission admission) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            admission.requireTime();
            admission.reserve((long) COPIES * read);
            all.write(chunk, 0, read);
            if (all.size() > limits.bodyBytes()) throw tooLong(limits);
        }
        return all.toByteArray();
    }

    private static Problem tooLong(Limits limits) {
        return new Problem(
                413, "body: expected at most " + limits.bodyBytes() + " bytes; send fewer data sets at once");
    }
}
