package bayesflow4j.report;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * An image as PNG: eight bits each of red, green and blue, rows unfiltered. Figures are mostly blank, so that neither
 * filters nor a high level of compression are worth their time.
 */
final class PngFile {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    private PngFile() {}

    /** The file of an image of type {@link BufferedImage#TYPE_INT_RGB}. */
    static byte[] of(BufferedImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream data = new DataOutputStream(bytes)) {
            data.write(SIGNATURE);
            chunk(data, "IHDR", header(image.getWidth(), image.getHeight()));
            chunk(data, "IDAT", pixels(image));
            chunk(data, "IEND", new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] header(int width, int height) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream header = new DataOutputStream(bytes);
        header.writeInt(width);
        header.writeInt(height);
        // Depth 8, true color, then the only methods of compression and filtering there are, not interlaced.
        header.write(new byte[] {8, 2, 0, 0, 0});
        return bytes.toByteArray();
    }

    private static byte[] pixels(BufferedImage image) throws IOException {
        Deflater deflater = new Deflater(4);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // Asking the image for each color takes longer than all the rest.
        int[] colors = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
        int width = image.getWidth();
        byte[] row = new byte[1 + 3 * width];
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(bytes, deflater, 1 << 16)) {
            for (int y = 0; y < image.getHeight(); y++) {
                for (int x = 0; x < width; x++) {
                    int color = colors[y * width + x];
                    row[3 * x + 1] = (byte) (color >> 16);
                    row[3 * x + 2] = (byte) (color >> 8);
                    row[3 * x + 3] = (byte) color;
                }
                deflated.write(row);
            }
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    private static void chunk(DataOutputStream out, String type, byte[] content) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(name);
        check.update(content);
        out.writeInt(content.length);
        out.write(name);
        out.write(content);
        out.writeInt((int) check.getValue());
    }
}
