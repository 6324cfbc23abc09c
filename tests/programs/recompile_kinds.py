"""One recompile of every kind: each function is called twice, and the second call breaks a guard of the first."""

import torch


def compiled(function):
    return torch.compile(function, backend="eager")


@compiled
def size(x):
    return x + 1


@compiled
def rank(x):
    return x + 2


@compiled
def dtype(x):
    return x + 3


@compiled
def stride(x):
    return x.clone() + 3


@compiled
def requires_grad(x):
    return x + 4


@compiled
def grad_mode(x):
    return x + 5


@compiled
def num_threads(x):
    return x + 6


@compiled
def autocast(x):
    return x @ x


@compiled
def integer(x, n):
    return x + n


@compiled
def decimal(x, n):
    return x * n


@compiled
def text(x, name):
    return x + 1 if name == "a" else x - 1


@compiled
def flag(x, up):
    return x + 1 if up else x - 1


@compiled
def none(x, bias):
    return x * 2 if bias is None else x + bias


@compiled
def length(xs):
    return sum(xs)


@compiled
def keys(options, x):
    return x + len(options)


@compiled
def becomes_number(x, y):
    return x + y


@compiled
def kind(x, n):
    return x * n


@compiled
def aliased(x, y):
    return x + y


@compiled
def zero_one(x):
    return x * x.shape[0]


@compiled
def bucket(x):
    return x + 1 if x.shape[0] > 8 else x - 1


@compiled
def marked(x):
    return x * 7


SCALE = 2


@compiled
def constant(x):
    return x * SCALE


def helper(x):
    return x + 1


@compiled
def redefined(x):
    return helper(x)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(4, 4)
        self.drop = torch.nn.Dropout(0.5)
        self.step = 0
        self.mode = "fast"

    def forward(self, x):
        x = self.drop(self.lin(x)) * (self.step + 1)
        return x if self.mode == "fast" else -x


def net(change):
    model = Net()
    step = torch.compile(model, backend="eager")
    step(torch.ones(2, 4))
    change(model)
    step(torch.ones(2, 4))
    torch._dynamo.reset()


def swap(name, value):
    return lambda model: setattr(model, name, value)


if __name__ == "__main__":
    x = torch.ones(4, 4)
    pairs = {
        size: [(x,), (torch.ones(5, 4),)],
        rank: [(x,), (torch.ones(2, 4, 4),)],
        dtype: [(x,), (x.double(),)],
        stride: [(x,), (torch.ones(4, 8)[:, ::2],)],
        requires_grad: [(x,), (torch.ones(4, 4, requires_grad=True),)],
        integer: [(x, 3), (x, 7)],
        decimal: [(x, 1.5), (x, 2.5)],
        text: [(x, "a"), (x, "b")],
        flag: [(x, True), (x, False)],
        none: [(x, None), (x, x)],
        length: [([x, x],), ([x, x, x],)],
        keys: [({"a": 1}, x), ({"a": 1, "b": 2}, x)],
        kind: [(x, 3), (x, 3.0)],
        becomes_number: [(x, torch.ones(4, 4)), (x, 3)],
        aliased: [(x, torch.ones(4, 4)), (x, x)],
        zero_one: [(torch.ones(5),), (torch.ones(6),), (torch.ones(1),)],
        bucket: [(torch.ones(3),), (torch.ones(4),), (torch.ones(9),)],
    }
    for function, calls in pairs.items():
        for arguments in calls:
            function(*arguments)
    grad_mode(x)
    with torch.no_grad():
        grad_mode(x)
    num_threads(x)
    threads = torch.get_num_threads()
    torch.set_num_threads(threads + 1)
    num_threads(x)
    torch.set_num_threads(threads)
    autocast(x)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        autocast(x)
    marked(x)
    y = torch.ones(4, 4)
    torch._dynamo.mark_dynamic(y, 0)
    marked(y)
    constant(x)
    SCALE = 3
    constant(x)
    redefined(x)
    exec("def helper(x):\n    return x + 2")
    redefined(x)
    torch.compile(helper, backend="eager")(x)
    torch.compile(helper, backend="aot_eager")(x)
    net(lambda model: model.eval())
    net(swap("step", 1))
    net(swap("mode", "slow"))
    net(lambda model: model.lin.register_forward_hook(lambda *_: None))
    net(swap("lin", torch.nn.Identity()))
