"""The page's stylesheet: two sets of colours, and rules that use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LIGHT: Final[Mapping[str, str]] = {
    "ground": "#ffffff",
    "panel": "#f4f6f8",
    "ink": "#1c2128",
    "quiet": "#535c66",
    "rule": "#c9d1d9",
    "link": "#0a58a8",
    "choice": "#0a6b3d",
    "front": "#0a58a8",
    "other": "#6e7781",
    "demand": "#b3261e",
    "weights": "#2458a6",
    "kv-cache": "#a85a00",
    "activations": "#17775a",
    "gradients": "#7a3fd1",
    "optimizer": "#ad2669",
    "overhead": "#5f6b78",
}
DARK: Final[Mapping[str, str]] = {
    "ground": "#14181d",
    "panel": "#1d232b",
    "ink": "#e6edf3",
    "quiet": "#a3afbb",
    "rule": "#3b444e",
    "link": "#79b8ff",
    "choice": "#56d391",
    "front": "#79b8ff",
    "other": "#8b97a3",
    "demand": "#ff8a80",
    "weights": "#79a9f2",
    "kv-cache": "#f0a55c",
    "activations": "#5ac8a0",
    "gradients": "#bf9bff",
    "optimizer": "#f083b4",
    "overhead": "#9aa7b4",
}
"""The same names in both; text is `ink`, `quiet`, `link` and `choice`, on `ground` or `panel`."""

_RULES: Final = """
*{box-sizing:border-box}
html{background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;
-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;padding:1.5rem 1rem 3rem}
main,nav,footer{max-width:60rem;margin-inline:auto;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.2rem;line-height:1.3;margin:2.25rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--rule)}
p,ul,ol{margin:.5rem 0}
ul,ol{padding-inline-start:1.4rem}
li{margin:.3rem 0}
a{color:var(--link)}
a:focus-visible,.scroll:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100rem}
.skip:focus{position:static}
.lead{font-size:1.15rem;font-weight:600;color:var(--choice)}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:1rem 0;padding:.75rem 1rem;background:var(--panel)}
.facts dt{color:var(--quiet)}
.facts dd{margin:0}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.1rem 1rem}
nav h2{border:0;font-size:1rem;margin:1rem 0 0}
nav li{margin:0}
nav a{display:inline-block;padding:.15rem 0}
sup{line-height:0}
sup a{text-decoration:none;padding:0 .1rem}
.scroll{overflow-x:auto;margin:.75rem 0}
table{border-collapse:collapse;min-width:min(100%,22rem);font-size:.94rem}
caption{text-align:start;color:var(--quiet);padding-bottom:.3rem}
th,td{text-align:start;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--rule);overflow-wrap:normal}
thead th{color:var(--quiet);font-weight:600}
tbody th{font-weight:600}
th:last-child,td:last-child{padding-inline-end:0}
th.number,td.number{text-align:end;font-variant-numeric:tabular-nums}
th.number{min-width:8ch}td.number{white-space:nowrap}
code{font:.88em ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono",monospace;background:var(--panel);padding:.1em .3em}
pre{font:.85rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono",monospace;background:var(--panel);padding:0 1rem;
margin:0;white-space:pre-wrap;overflow-wrap:anywhere;text-indent:-2ch;padding-inline-start:calc(1rem + 2ch)}
.sums{background:var(--panel);padding:.75rem 0}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 2rem;align-items:start}
figure{margin:.75rem 0;max-width:30rem}
figure>p{font-weight:600;margin:0 0 .35rem}
svg{display:block;width:100%;height:auto}
svg text{font-family:inherit;font-size:11.5px;fill:var(--ink)}
svg .tick,svg .axis{fill:var(--quiet)}
svg .label{stroke:var(--ground);stroke-width:3px;stroke-linejoin:round;paint-order:stroke}
svg .start{text-anchor:start}svg .middle{text-anchor:middle}svg .end{text-anchor:end}
svg .grid{stroke:var(--rule);stroke-width:1}
svg .front,svg .cost{fill:none;stroke:var(--front);stroke-width:1.75}
svg .demand{fill:none;stroke:var(--demand);stroke-width:1.75;stroke-dasharray:5 4}
svg .choice,svg .advised{fill:var(--choice)}
svg .front-point{fill:var(--front)}
svg .other,svg .way{fill:var(--other)}
svg .maybe{fill:var(--ground);stroke:var(--other);stroke-width:1.75}
svg .gap{fill:var(--ground)}
svg .usable{fill:none;stroke:var(--quiet);stroke-width:1}
svg .usable-end{stroke:var(--ink);stroke-width:2}
svg .weights{fill:var(--weights)}svg .kv-cache{fill:var(--kv-cache)}svg .activations{fill:var(--activations)}
svg .gradients{fill:var(--gradients)}svg .optimizer{fill:var(--optimizer)}svg .overhead{fill:var(--overhead)}
.keys{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:.9rem;color:var(--quiet)}
.keys li{display:flex;align-items:center;gap:.4rem;margin:0}
.keys svg{flex:none;width:16px;height:12px}
footer{margin-top:2.5rem;padding-top:.75rem;border-top:1px solid var(--rule);color:var(--quiet);font-size:.9rem}
@media (max-width:30rem){html{font-size:15px}body{padding:.75rem .75rem 2rem}h1{font-size:1.4rem}
th,td{padding-inline-end:.6rem}.wide{min-width:44rem}}
@page{margin:16mm}
@media print{html{font-size:10.5pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}body{padding:0}main,footer{max-width:none}
nav,.skip{display:none}figure,tr,li{break-inside:avoid}h2{break-after:avoid}.scroll{overflow:visible}
a{color:inherit;text-decoration:none}}
"""


def build_stylesheet() -> str:
    """The stylesheet: dark if the reader's system is; print is always light."""
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{_css_variables(DARK)}}}}}"
    return f":root{{color-scheme:light dark;{_css_variables(LIGHT)}}}\n{dark}{_RULES}"


def _css_variables(colours: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())
