"""What to do about breaks in Python itself: calls, classes, containers, context managers, syntax."""

from __future__ import annotations

_OUTSIDE = "Call this outside the compiled function and pass the result in."
_C_FUNCTION = (
    "Call this function outside the compiled part. If it is an operation on tensors, make it an operator with"
    " `torch.library.custom_op`, which stays one node of the graph."
)
_PLAIN = "Convert this object to a list, tuple, dict or tensor before this operation, or do it outside the function."
_COMPARE = "Compare a plain attribute of the two objects (a number, a text), or compare them before the compiled call."
_KEY = "Use a text, a number or a tuple of these as the key, or give the class no `__hash__` of its own in C."
_TEXT = "Make this text outside the compiled function; inside, use texts and numbers of plain Python."
_ESCAPED = "Open and close this context in one `with`, with no break inside, or open it around the compiled call."
_SUPER = "Call the parent's method by its class (`Parent.method(self, …)`), or do this outside the compiled function."
_RAISED = "Run it once without torch.compile to see the error; check for its cause with an `if` in place of a `try`."
_NAMED = "Run it once without torch.compile: this name has no value here."
_EXCEPT = "Name exception classes in `except`, alone or in a tuple written there."
_SYNTAX = "Move this statement into a function of its own and call that outside the compiled part."
_UNPACK = "Make a list or tuple of it before unpacking: `first, *rest = list(values)`."
_GENERATOR = "Make a list of what the generator yields, inside the compiled function or before the call."
_GROUPS = "Make the groups before the compiled call, or group a list by a key that is a text or a number."
_ATTRIBUTE = "Use a constant name for the attribute: `obj.name`, or a dict for names that vary."
_SET_OUTSIDE = "Set this outside the compiled function, or keep the state in a tensor or a plain attribute."
_KEYS = "Use texts or numbers as the keys."
_CLASS = "Define and change classes at the top of the module, before the compiled call."
_ARGUMENTS = "Run the line once without torch.compile: these are not the arguments that it takes."
_OBJECT = "Make this object before the compiled call and pass it in, or return its parts in a tuple."
_GETATTR = (
    "Write `__getattr__` and `__getattribute__` as plain Python functions, or read the attribute before the call."
)
_MODULE_INDEX = "Index a `ModuleList` or `ModuleDict` with a constant, or loop over it."
_COMPREHENSION = "Remove the break inside this comprehension, or write it as a loop in a function of its own."
_READ_ONLY = "Read what you need from this view into a dict of your own before it changes."

PYTHON: dict[str, str] = {
    # -- calls
    "GB0007": _C_FUNCTION,
    "GB0008": _C_FUNCTION,
    "GB0147": "Replace this call by tensor operations, or wrap it with `torch.library.custom_op` so that it becomes one"
    " node of the graph.",
    "GB0156": "Write what this method does with tensors and plain Python containers, or call it outside the compiled "
    "function.",
    "GB0148": _OUTSIDE,
    "GB0177": _OUTSIDE,
    "GB0808": _OUTSIDE,
    "GB0292": _OUTSIDE,
    "GB2520": "Give a function under `assume_constant_result` constants only, and let it return one.",
    "GB0178": _RAISED,
    **dict.fromkeys(("GB0111", "GB7312", "GB0193", "GB0174", "GB0258", "GB0260", "GB4393"), _ARGUMENTS),
    "GB0086": "This must be a constant while tracing. Pass it as a Python number, text or tuple rather than computing "
    "it from tensors.",
    "GB0299": "Give this call constants: texts, numbers, tuples of them.",
    "GB0186": "Give `functools.partial` its keywords by name, not by an unpacked dict with computed keys.",
    "GB0187": "Decorate the function at the top of the module, not inside the compiled function.",
    "GB9277": "Bind the method as `obj.method`.",
    "GB0297": "Make the `random.Random` before the compiled call, with one seed.",
    "GB0268": "Give `itertools.product` its lists and `repeat=` only.",
    "GB0360": "Read the number from the shape or pass it as an argument.",
    # -- copies, objects, classes
    "GB0179": "Copy the object before the compiled call; for a tensor use `clone()`.",
    "GB4198": "Use `clone()` (with `detach()` when no gradient shall flow) in place of `copy.deepcopy`.",
    "GB3383": "Build the pydantic object outside the compiled function and pass its tensors in.",
    **dict.fromkeys(("GB0075", "GB8977"), "Define the class at the top of the module."),
    **dict.fromkeys(("GB4271", "GB0271"), _CLASS),
    **dict.fromkeys(("GB7502", "GB2404", "GB1319", "GB0116", "GB0180", "GB0194", "GB0276", "GB0283"), _OBJECT),
    **dict.fromkeys(("GB0190", "GB0254"), _ATTRIBUTE),
    **dict.fromkeys(("GB0467", "GB3241", "GB3697", "GB0169", "GB0131"), _SET_OUTSIDE),
    **dict.fromkeys(("GB0031", "GB0211", "GB0256", "GB5458"), _GETATTR),
    "GB0252": "Run it once without torch.compile: the object has no attribute of this name.",
    "GB0255": "Give the class the method itself in place of an object that is called as one.",
    "GB0150": "Ask `hasattr` before the compiled call, or give every object the attribute.",
    "GB9522": "Ask `hasattr` before the compiled call, or give every object the attribute.",
    "GB0217": "Ask `hasattr` before the compiled call, or give every object the attribute.",
    "GB0175": "Decide by type before the compiled call, or by a plain attribute of the object.",
    "GB4841": "Decide by type before the compiled call; if this is a logging call, put it under `if not "
    "torch.compiler.is_compiling():`.",
    **dict.fromkeys(("GB0006", "GB0004", "GB0084", "GB0113", "GB0162", "GB0280"), _SUPER),
    "GB0137": "Read `start`, `stop` and `step` of a slice only.",
    "GB0289": "Keep typing helpers out of forward: compute what depends on them at the top of the module.",
    "GB9137": "Keep typing helpers out of forward: compute what depends on them at the top of the module.",
    "GB0257": "Give the TypedDict all of its keys, or use a plain dict.",
    "GB0201": "Make the named tuple from values by position or name, with no `__new__` of its own.",
    # -- modules
    "GB0121": "Call this method of the module outside the compiled function.",
    "GB0161": "Keep tensors, modules, numbers and plain containers as attributes of a module that is compiled.",
    "GB0188": "Make the module in `__init__`, not in forward.",
    "GB0189": "Read the module's attribute before it is changed, or change it outside the compiled function.",
    "GB0202": "Give this method of the module constants.",
    "GB0153": _MODULE_INDEX,
    "GB0281": _MODULE_INDEX,
    # -- what cannot be carried across a break
    "GB0092": "Do not return or keep this object across the break; return tensors, numbers and plain containers.",
    "GB0093": "Do not return or keep this object across the break; return tensors, numbers and plain containers.",
    "GB1297": "Return plain parts of this object: it refers to itself.",
    "GB4778": "Return what the inner function computes, or define it at the top of the module with arguments for what "
    "it takes from around it.",
    "GB2533": "Enter the context manager inside the function with `with`; do not return it.",
    "GB8335": "Make a list of what the generator yields before the break; one that changes things cannot be kept.",
    # -- context managers
    "GB0142": "Enter this context manager around the compiled call instead of inside it.",
    "GB0262": "Enter this context manager around the compiled call instead of inside it.",
    "GB0263": "Set `torch._dynamo.config.enable_trace_contextlib = True` (its default), or enter it around the call.",
    "GB0066": "Remove the break inside this `with` block first, or enter the context manager around the compiled call: "
    "Dynamo cannot stop and go on in the middle of it.",
    "GB0274": "Write `with manager:` in place of calling `__enter__` by hand.",
    "GB0221": "Let the function under `@contextmanager` yield once.",
    **dict.fromkeys(("GB0209", "GB0212", "GB0279", "GB0370"), _ESCAPED),
    # -- exceptions
    "GB0088": "The code raised while it was traced. Run it once without torch.compile; if the error is expected there, "
    "check for its cause with an `if` rather than catching it.",
    "GB0089": _RAISED,
    **dict.fromkeys(("GB0050", "GB0051"), _EXCEPT),
    "GB0135": "Give the exception its values as arguments in place of setting attributes on it.",
    "GB0273": "Give the exception its values by position.",
    "GB9625": "Look at tracebacks outside the compiled function.",
    "GB0069": "Import at the top of the module; an optional package goes into a `try` there.",
    # -- names and syntax
    **dict.fromkeys(("GB0010", "GB0011", "GB0012", "GB0076", "GB0091", "GB0354"), _NAMED),
    **dict.fromkeys(("GB0079", "GB6604", "GB0082", "GB0094"), _SYNTAX),
    **dict.fromkeys(("GB6276", "GB9898"), _COMPREHENSION),
    **dict.fromkeys(("GB0061", "GB0062"), _UNPACK),
    # -- generators and iterators
    "GB0003": "Compile the function that takes what this generator yields, not the generator.",
    **dict.fromkeys(("GB0253", "GB0024", "GB4347", "GB1752"), _GENERATOR),
    "GB2549": "Give the generator an end that is known while tracing: loop over `range`, not `while True`.",
    **dict.fromkeys(("GB0115", "GB0134", "GB0152", "GB0155"), _GROUPS),
    # -- containers
    "GB0222": "Pass the tensors in a tuple or a list: a set has no order.",
    "GB0097": "Keep a list of fixed length in place of a deque with `maxlen`, or append outside the function.",
    **dict.fromkeys(("GB0183", "GB0278"), "Build the dict with a loop or a comprehension."),
    "GB0196": "Run it once without torch.compile: the dict has no such key.",
    **dict.fromkeys(("GB0198", "GB0199"), _READ_ONLY),
    **dict.fromkeys(("GB0203", "GB0204", "GB7637", "GB5849"), _KEYS),
    "GB6999": "Read attributes by name in place of `__dict__`.",
    # -- what an object can do: index, length, arithmetic, text, hash, order
    **dict.fromkeys(
        (
            *("GB4880", "GB7786", "GB5904", "GB0781", "GB4411", "GB0811", "GB6012", "GB3934", "GB2544", "GB9458"),
            *("GB9561", "GB3775", "GB7286", "GB0755", "GB7510", "GB9548", "GB3006"),
        ),
        _PLAIN,
    ),
    **dict.fromkeys(("GB9648", "GB6215", "GB4608", "GB1220", "GB0367"), _COMPARE),
    **dict.fromkeys(("GB2861", "GB0871", "GB6890", "GB4749", "GB0682"), _KEY),
    **dict.fromkeys(("GB0005", "GB0184", "GB2483", "GB1584", "GB6053", "GB2852"), _TEXT),
}
"""By id: one or two sentences that say what to do."""
