"""The style sheet of the page: the colours and sizes of the design, light and dark, wide and narrow."""

from __future__ import annotations

SHEET = """
:root{color-scheme:light;--bg:#fff;--bg1:#f7f8f9;--line:#e2e5ea;--line2:#c5cbd4;--text:#1a1d23;--text2:#4a515c;
--text3:#5f6773;
--break:#b93413;--break-bg:#faf0ee;--warn:#865600;--link:#1d4fb8;--g1:#1b3a86;--g2:#0e7568;--g3:#b544b6;--g4:#454b56;
--g5:#2b1a4d;--on:#fff;
--ui:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;
--mono:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#15171b;--bg1:#1c1f23;--line:#2a2f37;--line2:#444c58;
--text:#e4e7ec;
--text2:#b0b8c4;--text3:#929ba9;--break:#ff8f70;--break-bg:#2f241f;--warn:#e9b44c;--link:#9dc0ff;--g1:#a3c6f5;
--g2:#36bd9d;--g3:#df5cdb;
--g4:#7b8492;--g5:#e3f4ff;--on:#101317}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:400 13px/1.45 var(--ui);font-variant-numeric:tabular-nums;
-webkit-text-size-adjust:100%}
main{max-width:1060px;margin:0 auto;padding:16px 20px 40px}
h1.title{font:600 15px/1.3 var(--ui);margin:0;overflow-wrap:anywhere}
.where{margin:2px 0 0;color:var(--text3);font-size:12px;overflow-wrap:anywhere}
.verdict{margin:10px 0;padding:9px 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line);
color:var(--text2)}
.verdict b{color:var(--text)}
h2.head{font:600 13px/1.3 var(--ui);margin:22px 0 6px;overflow-wrap:anywhere}
.list{list-style:none;margin:0;padding:0}.steps{margin:0 0 12px;padding:0 0 0 24px}
.finding,.finding-warn,.finding-bad{margin:6px 0;padding:4px 0 4px 12px;line-height:19px;
border-left:2px solid var(--line2);overflow-wrap:anywhere}
.finding-warn{border-color:var(--warn)}.finding-bad{border-color:var(--break)}
.word{font:600 11px/1 var(--ui);color:var(--text3);margin-right:4px}.finding-warn .word{color:var(--warn)}
.finding-bad .word{color:var(--break)}
.advice{color:var(--text2)}
.scroll{overflow-x:auto}.scroll+.scroll{margin-top:14px}.scroll+.fold{margin-top:22px}
table{border-collapse:collapse}
.table{font-size:12px;min-width:min(100%,420px)}
.th,.th-right,.td,.td-right{padding:4px 16px 4px 0;text-align:left;vertical-align:top}
.th,.th-right{font:600 11px/1.3 var(--ui);color:var(--text3);border-bottom:1px solid var(--line2)}
.td,.td-right{border-bottom:1px solid var(--line)}.th-right,.td-right{text-align:right;white-space:nowrap}
code,.pre{font:12px/18px var(--mono)}
.map{width:100%}
.fn{padding:10px 0 3px;text-align:left;font:600 12px/1.3 var(--mono);color:var(--text2)}
.no,.gr,.code,.makes{padding:0;height:20px;vertical-align:top;font:12px/20px var(--mono)}
.no{width:42px;text-align:right;padding-right:8px;color:var(--text3)}
.gr{width:1%;text-align:right;padding-right:6px;white-space:nowrap}.gr b{color:var(--break);padding-left:4px}
.code{padding-left:8px;white-space:pre}.code code{font:inherit}
.makes{padding-left:16px;text-align:right;color:var(--text3);white-space:nowrap}.makes b{color:var(--text2);
font-weight:600}
[class^=chip]{display:inline-block;min-width:15px;padding:0 3px;border-radius:3px;text-align:center;
font:600 10px/15px var(--ui);color:var(--on)}
[class^=band]{width:6px;min-width:6px;padding:0}
.chip-1{background:var(--g1)}.chip-2{background:var(--g2)}.chip-3{background:var(--g3)}.chip-4{background:var(--g4)}
.chip-5{background:var(--g5)}
.band-1{background:linear-gradient(var(--g1),var(--g1))}
.band-2{background:repeating-linear-gradient(135deg,var(--g2) 0 3px,transparent 3px 5px)}
.band-3{background:repeating-linear-gradient(0deg,var(--g3) 0 3px,transparent 3px 5px)}
.band-4{background:repeating-linear-gradient(90deg,var(--g4) 0 2px,transparent 2px 4px)}
.band-5{background:repeating-linear-gradient(135deg,var(--g5) 0 6px,transparent 6px 9px)}
.row-break>td{background-color:var(--break-bg)}
.row-break>[class^=band]{background-size:100% 50%;background-repeat:no-repeat}
.row-break>.band-break{background:linear-gradient(var(--break),var(--break)) center/2px 100% no-repeat var(--break-bg)}
.nowrap{white-space:nowrap}
details.fold{border-top:1px solid var(--line)}details.fold:last-of-type{border-bottom:1px solid var(--line)}
.sum{cursor:pointer;padding:6px 0;color:var(--text2);font-size:12px;overflow-wrap:anywhere}
.sum:hover{color:var(--text)}
.sum:focus-visible{outline:2px solid var(--link);outline-offset:1px;border-radius:3px}
.inner{margin-left:16px}.inner .sum{padding:3px 0}
.pre{margin:2px 0 10px;padding:8px 10px;max-height:70vh;overflow:auto;background:var(--bg1);border-radius:4px}
.note{margin:8px 0 0;color:var(--text3);font-size:12px}
@media(max-width:700px){main{padding:12px 12px 32px}.makes{white-space:normal;width:30%;padding-left:8px}
.code{white-space:pre-wrap;overflow-wrap:anywhere;
padding-left:36px;text-indent:-28px}.no{width:30px;padding-right:6px}.sum{padding:9px 0}.inner{margin-left:8px}
.th,.th-right,.td,.td-right{padding-right:12px}}
@media(max-width:520px){.makes{width:1%}.makes .shapes{display:none}}
@media print{.pre{max-height:none;white-space:pre-wrap}}
"""
