"""Every private torch name that we touch, one file a mechanism.

Each name is declared once as a :class:`~explorer.compat.private.Private` with the torch versions it was checked on and
what the report loses when it is gone. Nothing else in the package may use a private torch name.

What differs between the releases that were checked (2.11.0, 2.12.1, 2.13.0 and 2.14.1; all names are in all of them):

- Before 2.13 ``torch.compile`` has no ``isolate_recompiles``. An exploration of a function that its user compiled
  before leaves emptied cache entries that count against the function's recompile limit; the report says so.
- Before 2.12 it has no ``recompile_limit``, the bytecode of resumed functions is not traced (a live capture has it
  all the same, a log has not), ``copy.deepcopy`` is not traced into, so that a break in it stands at the call, and the
  guard of a symbolic float compares it with itself (``n == ___as_tensor(n).item()``).
- 2.11 prints the traced values of a tensor subclass even when nobody listens, and fails where it has no ``__repr__``.
- Before 2.13 AOTAutograd does not trace the code that it runs around a compiled graph
  (``runtime_wrapper_orchestration``).
- 2.14 names the class in the guard of a value that is no tensor any more (``to be <class 'torch.Tensor'>, but found``),
  has the dtype ``bcomplex32``, shortened ``bc32``, and writes several ``assert_size_stride`` of generated code as one
  ``assert_size_stride_grouped``.
"""
