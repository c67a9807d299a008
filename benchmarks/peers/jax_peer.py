"""The workloads of `bayesflow bench engine` in JAX, compiled by jit. Usage: python jax_peer.py NAME"""

import math
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax
from turns import serve

D, WIDTH, SUMMARY, BLOCKS, HALF = 6, 64, 128, 6, 3
DATA_SETS_AT_ONCE, DRAWS = 10, 2000
rng = np.random.default_rng(1)


def normal(*shape):
    return jnp.asarray(rng.standard_normal(shape), jnp.float32)


def uniform(fan_in, *shape):
    bound = 1 / math.sqrt(fan_in)
    return jnp.asarray(rng.uniform(-bound, bound, shape), jnp.float32)


def dense(inputs, outputs):
    return uniform(inputs, inputs, outputs), uniform(inputs, outputs)


def mlp(layers, x):
    for weights, bias in layers[:-1]:
        x = jax.nn.elu(x @ weights + bias)
    weights, bias = layers[-1]
    return x @ weights + bias


# The flow


def coupling():
    sizes = [HALF + SUMMARY, WIDTH, WIDTH, WIDTH, HALF]
    return {name: [dense(i, o) for i, o in zip(sizes, sizes[1:])] for name in ("s1", "t1", "s2", "t2")}


ORDERS = [rng.permutation(D) for _ in range(BLOCKS)]


def clamp(s):
    return 2 * 1.9 / math.pi * jnp.arctan(s / 1.9)


def negative_log_likelihood(flow, theta, summary):
    log_determinant = 0.0
    for block, order in zip(flow, ORDERS):
        theta = theta[:, order]
        u1, u2 = theta[:, :HALF], theta[:, HALF:]
        given = jnp.concatenate([u2, summary], 1)
        scale1 = clamp(mlp(block["s1"], given))
        v1 = u1 * jnp.exp(scale1) + mlp(block["t1"], given)
        given = jnp.concatenate([v1, summary], 1)
        scale2 = clamp(mlp(block["s2"], given))
        v2 = u2 * jnp.exp(scale2) + mlp(block["t2"], given)
        theta = jnp.concatenate([v1, v2], 1)
        log_determinant += scale1.sum(1) + scale2.sum(1)
    return (0.5 * (theta * theta).sum(1) - log_determinant).mean()


def conditional_mlp(layers, x, summary):
    """The summary's part of the first layer is computed once per data set, for all of its draws."""
    weights, bias = layers[0]
    start = summary @ weights[HALF:] + bias
    return mlp(layers[1:], jax.nn.elu(x @ weights[:HALF] + start[:, None, :]))


def draws(flow, key, summary):
    z = jax.random.normal(key, (summary.shape[0], DRAWS, D))
    for block, order in zip(reversed(flow), reversed(ORDERS)):
        v1, v2 = z[..., :HALF], z[..., HALF:]
        shift, scale = (conditional_mlp(block[name], v1, summary) for name in ("t2", "s2"))
        u2 = (v2 - shift) * jnp.exp(-clamp(scale))
        shift, scale = (conditional_mlp(block[name], u2, summary) for name in ("t1", "s1"))
        u1 = (v1 - shift) * jnp.exp(-clamp(scale))
        z = jnp.concatenate([u1, u2], -1)[..., np.argsort(order)]
    return z


# Summaries


def set_summary(layers, x):
    elements = jax.nn.elu(mlp(layers["elements"], x))
    return mlp(layers["set"], elements.mean(1))


def lstm(layer, x):
    """The last state; x has time first."""
    from_input, from_state, bias = layer
    inputs = x @ from_input + bias

    def step(state, gates_of_input):
        h, c = state
        i, f, g, o = jnp.split(gates_of_input + h @ from_state, 4, axis=1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), None

    zeros = jnp.zeros((x.shape[1], WIDTH))
    (h, _), _ = jax.lax.scan(step, (zeros, zeros), inputs)
    return h


def recurrent_loss(layers, x):
    x = x.transpose(1, 0, 2)
    ends = jnp.concatenate([lstm(layers["forth"], x), lstm(layers["back"], x[::-1])], 1)
    return (mlp(layers["dense"], ends) ** 2).mean()


def convolutional_loss(layers, x):
    for (kernel, bias), stride in zip(layers["convolutions"], (3, 3, 1, 1)):
        x = jax.lax.conv_general_dilated(x, kernel, (stride,), "VALID", dimension_numbers=("NWC", "WIO", "NWC"))
        x = jax.nn.relu(x + bias)
    return (jax.nn.elu(mlp([layers["dense"]], x.mean(1))) ** 2).mean()


# The workloads


def training(loss, weights, *data, clip):
    optimizer = optax.adam(1e-3)
    if clip:
        optimizer = optax.chain(optax.clip_by_global_norm(5.0), optimizer)

    def step(weights, state):
        gradient = jax.grad(loss)(weights, *data)
        updates, state = optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, updates), state

    step = jax.jit(step, donate_argnums=(0, 1))
    now = (weights, optimizer.init(weights))

    def run(count):
        nonlocal now
        for _ in range(count):
            now = step(*now)
        jax.block_until_ready(now)

    serve(run)


def set_training():
    weights = {
        "elements": [dense(2, WIDTH), dense(WIDTH, WIDTH), dense(WIDTH, WIDTH)],
        "set": [dense(WIDTH, WIDTH), dense(WIDTH, SUMMARY)],
        "flow": [coupling() for _ in range(BLOCKS)],
    }
    loss = lambda w, theta, x: negative_log_likelihood(w["flow"], theta, set_summary(w, x))
    training(loss, weights, normal(32, D), normal(32, 500, 2), clip=True)


def flow_training():
    flow = [coupling() for _ in range(BLOCKS)]
    training(negative_log_likelihood, flow, normal(32, D), normal(32, SUMMARY), clip=True)


def sampling():
    flow, summaries = [coupling() for _ in range(BLOCKS)], normal(1000, SUMMARY)
    groups = 1000 // DATA_SETS_AT_ONCE
    keys = jax.random.split(jax.random.key(1), groups)
    result = np.empty((1000, DRAWS, D), np.float32)
    draw = jax.jit(draws)

    def run(count):
        for i in range(count):
            group = i % groups
            some = slice(group * DATA_SETS_AT_ONCE, (group + 1) * DATA_SETS_AT_ONCE)
            result[some] = np.asarray(draw(flow, keys[group], summaries[some]))

    serve(run, steps_per_run=1 / groups)


def recurrent_training():
    direction = lambda: (uniform(WIDTH, 1, 4 * WIDTH), uniform(WIDTH, WIDTH, 4 * WIDTH), jnp.zeros(4 * WIDTH))
    weights = {
        "forth": direction(),
        "back": direction(),
        "dense": [dense(2 * WIDTH, WIDTH), dense(WIDTH, WIDTH)],
    }
    training(recurrent_loss, weights, normal(64, 300, 1), clip=False)


def convolutional_training():
    shapes = [(5, 3, 64), (5, 64, 64), (3, 64, 128), (3, 128, 128)]
    weights = {
        "convolutions": [(uniform(k * i, k, i, o), jnp.zeros(o)) for k, i, o in shapes],
        "dense": dense(128, WIDTH),
    }
    training(convolutional_loss, weights, normal(64, 350, 3), clip=False)


WORKLOADS = {
    "S1": set_training,
    "S1b": flow_training,
    "S2": sampling,
    "S3": recurrent_training,
    "S4": convolutional_training,
}

if __name__ == "__main__":
    WORKLOADS.get(sys.argv[1], lambda: print("none", flush=True))()
