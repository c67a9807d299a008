package bayesflow4j.parquet;

/** The numbers of Parquet's physical types, encodings, codecs and pages. */
final class ParquetType {
    static final int BOOLEAN = 0;
    static final int INT32 = 1;
    static final int INT64 = 2;
    static final int FLOAT = 4;
    static final int DOUBLE = 5;
    static final int BYTES = 6;
    static final int FIXED_BYTES = 7;

    static final int PLAIN = 0;
    static final int PLAIN_DICTIONARY = 2;
    static final int RLE = 3;
    static final int DELTA_INTEGERS = 5;
    static final int DELTA_LENGTHS = 6;
    static final int RLE_DICTIONARY = 8;
    static final int SPLIT_BYTES = 9;

    static final int UNCOMPRESSED = 0;
    static final int SNAPPY = 1;
    static final int GZIP = 2;
    static final int ZSTD = 6;

    static final int DATA_PAGE = 0;
    static final int DICTIONARY_PAGE = 2;
    static final int DATA_PAGE_V2 = 3;

    private ParquetType() {}
}
