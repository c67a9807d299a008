package bayesflow4j.data;

/** Bob Jenkins's hash lookup3, the checksum of metadata in HDF5 files. */
final class Lookup3 {
    private int a;
    private int b;
    private int c;

    private Lookup3(int length) {
        a = 0xdeadbeef + length;
        b = a;
        c = a;
    }

    /** The hash of the first bytes, with initial value 0. */
    static int of(byte[] bytes, int length) {
        Lookup3 hash = new Lookup3(length);
        if (length == 0) return hash.c;
        int at = 0;
        for (; length - at > 12; at += 12) {
            hash.add(bytes, at, 12);
            hash.mix();
        }
        hash.add(bytes, at, length - at);
        hash.finish();
        return hash.c;
    }

    private void add(byte[] bytes, int at, int count) {
        for (int i = 0; i < count; i++) {
            int value = (bytes[at + i] & 0xff) << 8 * (i % 4);
            if (i < 4) a += value;
            else if (i < 8) b += value;
            else c += value;
        }
    }

    private void mix() {
        a = (a - c) ^ Integer.rotateLeft(c, 4);
        c += b;
        b = (b - a) ^ Integer.rotateLeft(a, 6);
        a += c;
        c = (c - b) ^ Integer.rotateLeft(b, 8);
        b += a;
        a = (a - c) ^ Integer.rotateLeft(c, 16);
        c += b;
        b = (b - a) ^ Integer.rotateLeft(a, 19);
        a += c;
        c = (c - b) ^ Integer.rotateLeft(b, 4);
        b += a;
    }

    private void finish() {
        c = (c ^ b) - Integer.rotateLeft(b, 14);
        a = (a ^ c) - Integer.rotateLeft(c, 11);
        b = (b ^ a) - Integer.rotateLeft(a, 25);
        c = (c ^ b) - Integer.rotateLeft(b, 16);
        a = (a ^ c) - Integer.rotateLeft(c, 4);
        b = (b ^ a) - Integer.rotateLeft(a, 14);
        c = (c ^ b) - Integer.rotateLeft(b, 24);
    }
}
