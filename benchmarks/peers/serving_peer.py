"""The server of `bayesflow bench serving` with FastAPI and PyTorch. Usage: python serving_peer.py [PORT]

The same networks and the same numbers of rows and draws; weights are random. The draws go out by parameter, as JSON. The event
loop only reads and writes; the posterior is computed by a thread of the pool, on as many threads as there are cores.
"""

import os
import sys

import orjson
import torch
import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool

D = 6
NAMES = ["v0", "v1", "a", "t0", "zr", "alpha"]

sys.argv, arguments = [sys.argv[0], "eager", ""], sys.argv[1:]
from torch_peer import SetNetwork  # noqa: E402  (reads its own arguments when it is loaded)

torch.manual_seed(1)
torch.set_num_threads(len(os.sched_getaffinity(0)))
network = SetNetwork().eval()
app = FastAPI()


@torch.inference_mode()
def posterior(rows, draws, seed):
    generator = torch.Generator().manual_seed(seed)
    summary = network.set(network.elements(torch.tensor([rows], dtype=torch.float32)).mean(1))
    theta = network.flow.inverse(torch.randn(1, draws, D, generator=generator), summary)[0]
    columns = theta.T.contiguous().numpy()
    return orjson.dumps({"data_sets": [{"draws": dict(zip(NAMES, columns))}]}, option=orjson.OPT_SERIALIZE_NUMPY)


@app.post("/networks/lfm/posterior")
async def answer(request: Request, draws: int = 1000, seed: int = 1):
    rows = orjson.loads(await request.body())["data"]
    return Response(await run_in_threadpool(posterior, rows, draws, seed), media_type="application/json")


if __name__ == "__main__":
    port = int(arguments[0]) if arguments else 8901

    @app.on_event("startup")
    def ready():
        print(f"ready http://127.0.0.1:{port}", flush=True)

    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")
