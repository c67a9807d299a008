"""The workloads of `bayesflow bench engine` in PyTorch. Usage: python torch_peer.py eager|compiled NAME"""

import math
import os
import sys

import torch
from torch import nn
from torch.nn import functional
from turns import serve

D, WIDTH, SUMMARY, BLOCKS, HALF = 6, 64, 128, 6, 3
DATA_SETS_AT_ONCE, DRAWS = 4, 2000
COMPILED = {"eager": False, "compiled": True}[sys.argv[1]]


def maybe_compiled(function):
    return torch.compile(function) if COMPILED else function


def mlp(*sizes):
    layers = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        layers += [nn.Linear(inputs, outputs), nn.ELU()]
    return nn.Sequential(*layers[:-1])


def clamp(s):
    return 2 * 1.9 / math.pi * torch.atan(s / 1.9)


def conditional(network, x, summary):
    """The summary's part of the first layer is computed once per data set, for all of its draws."""
    first = network[0]
    start = functional.linear(summary, first.weight[:, HALF:], first.bias).unsqueeze(1)
    return network[1:](functional.linear(x, first.weight[:, :HALF]) + start)


class Coupling(nn.Module):
    def __init__(self):
        super().__init__()
        sizes = [HALF + SUMMARY, WIDTH, WIDTH, WIDTH, HALF]
        self.s1, self.t1, self.s2, self.t2 = (mlp(*sizes) for _ in range(4))
        order = torch.randperm(D)
        self.register_buffer("order", order)
        self.register_buffer("back", torch.argsort(order))

    def forward(self, theta, summary):
        u1, u2 = theta[:, self.order].split(HALF, 1)
        given = torch.cat([u2, summary], 1)
        scale1 = clamp(self.s1(given))
        v1 = u1 * torch.exp(scale1) + self.t1(given)
        given = torch.cat([v1, summary], 1)
        scale2 = clamp(self.s2(given))
        v2 = u2 * torch.exp(scale2) + self.t2(given)
        return torch.cat([v1, v2], 1), scale1.sum(1) + scale2.sum(1)

    def inverse(self, z, summary):
        v1, v2 = z.split(HALF, -1)
        u2 = (v2 - conditional(self.t2, v1, summary)) * torch.exp(-clamp(conditional(self.s2, v1, summary)))
        u1 = (v1 - conditional(self.t1, u2, summary)) * torch.exp(-clamp(conditional(self.s1, u2, summary)))
        return torch.cat([u1, u2], -1)[..., self.back]


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(Coupling() for _ in range(BLOCKS))

    def forward(self, theta, summary):
        log_determinant = 0
        for block in self.blocks:
            theta, logs = block(theta, summary)
            log_determinant = log_determinant + logs
        return (0.5 * (theta * theta).sum(1) - log_determinant).mean()

    def inverse(self, z, summary):
        for block in reversed(self.blocks):
            z = block.inverse(z, summary)
        return z


class SetNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.elements = nn.Sequential(mlp(2, WIDTH, WIDTH, WIDTH), nn.ELU())
        self.set = mlp(WIDTH, WIDTH, SUMMARY)
        self.flow = Flow()

    def forward(self, theta, x):
        return self.flow(theta, self.set(self.elements(x).mean(1)))


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(1, WIDTH, batch_first=True, bidirectional=True)
        self.dense = mlp(2 * WIDTH, WIDTH, WIDTH)

    def forward(self, x):
        _, (ends, _) = self.lstm(x)
        return (self.dense(torch.cat([ends[0], ends[1]], 1)) ** 2).mean()


class Convolutional(nn.Module):
    def __init__(self):
        super().__init__()
        shapes = [(3, 64, 5, 3), (64, 64, 5, 3), (64, 128, 3, 1), (128, 128, 3, 1)]
        self.layers = nn.Sequential(*[layer for shape in shapes for layer in (nn.Conv1d(*shape), nn.ReLU())])
        self.dense = nn.Sequential(nn.Linear(128, WIDTH), nn.ELU())

    def forward(self, x):
        return (self.dense(self.layers(x).mean(2)) ** 2).mean()


def training(model, *data, clip):
    weights = list(model.parameters())
    optimizer = torch.optim.Adam(weights, lr=1e-3, fused=True)
    loss = maybe_compiled(model)

    def run(count):
        for _ in range(count):
            optimizer.zero_grad(set_to_none=True)
            loss(*data).backward()
            if clip:
                nn.utils.clip_grad_norm_(weights, 5.0)
            optimizer.step()

    serve(run)


def sampling():
    flow, summaries = Flow(), torch.randn(1000, SUMMARY)
    groups = 1000 // DATA_SETS_AT_ONCE
    result = torch.empty(1000, DRAWS, D)
    inverse = maybe_compiled(flow.inverse)

    @torch.inference_mode()
    def run(count):
        for i in range(count):
            group = i % groups
            some = slice(group * DATA_SETS_AT_ONCE, (group + 1) * DATA_SETS_AT_ONCE)
            result[some] = inverse(torch.randn(DATA_SETS_AT_ONCE, DRAWS, D), summaries[some])

    serve(run, steps_per_run=1 / groups)


WORKLOADS = {
    "S1": lambda: training(SetNetwork(), torch.randn(32, D), torch.randn(32, 500, 2), clip=True),
    "S1b": lambda: training(Flow(), torch.randn(32, D), torch.randn(32, SUMMARY), clip=True),
    "S2": sampling,
    "S3": lambda: training(Recurrent(), torch.randn(64, 300, 1), clip=False),
    "S4": lambda: training(Convolutional(), torch.randn(64, 3, 350), clip=False),
}

if __name__ == "__main__":
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    torch.manual_seed(1)
    WORKLOADS.get(sys.argv[2], lambda: print("none", flush=True))()
