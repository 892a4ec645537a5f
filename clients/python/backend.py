"""Builds the wheel: a zip of the package, the same bytes each time. `python3 backend.py DIRECTORY`, or through pip (PEP 517)."""
import base64
import hashlib
import pathlib
import re
import sys
import zipfile

ROOT = pathlib.Path(__file__).parent


def version():
    text = (ROOT / "parlay_client/_version.py").read_text()
    # PEP 440: 0.3.0-dev is 0.3.0.dev0
    return re.search('"(.+)"', text)[1].replace("-dev", ".dev0")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    number = version()
    info = f"parlay_client-{number}.dist-info"
    files = {
        str(path.relative_to(ROOT)): path.read_bytes()
        for path in sorted((ROOT / "parlay_client").iterdir()) if path.suffix == ".py" or path.name == "py.typed"
    }
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: parlay-client\nVersion: {number}\n"
        "Summary: A client for Parlay, from the standard library alone.\nLicense: Apache-2.0\nRequires-Python: >=3.11\n"
    ).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: parlay\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    name = f"parlay_client-{number}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w") as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return name


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    print(pathlib.Path(sys.argv[1]) / build_wheel(sys.argv[1]))
