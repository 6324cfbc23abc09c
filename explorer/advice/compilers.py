"""What to install when torch finds no C++ compiler."""

from __future__ import annotations

NO_COMPILER = "No working C++ compiler"

INSTALL = (
    "Install a C++ compiler and start Python anew: apt-get install g++ (Debian, Ubuntu), dnf install gcc-c++ (Fedora), "
    "xcode-select --install (macOS), conda install gxx (conda on Linux), or the Visual Studio Build Tools with "
    "“Desktop development with C++” (Windows).",
    "If one is installed under another name, set the environment variable CXX to it.",
    'To work without a compiler, torch.compile(…, backend="aot_eager") stops before the C++.',
)
