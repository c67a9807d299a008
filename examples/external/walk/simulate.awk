# A random walk: each step is normal with mean drift and deviation noise.
BEGIN {
    srand(seed)
    print "position"
    for (i = 0; i < n; i++) {
        position += drift + noise * sqrt(-2 * log(1 - rand())) * cos(6.283185307179586 * rand())
        printf "%.9g\n", position
    }
}
