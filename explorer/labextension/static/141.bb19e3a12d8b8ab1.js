"use strict";(self.rspackChunktorch_compile_explorer=self.rspackChunktorch_compile_explorer||[]).push([[141],{475(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* The ground: type, links, buttons, small signs, cards. */
.ce {
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  height: 100%;
  position: relative;
  overflow: hidden;
  font: var(--ce-t2) / 1.4 var(--ce-ui);
  color: var(--ce-text);
  background: var(--ce-bg);
  font-variant-numeric: tabular-nums;
  -webkit-font-smoothing: antialiased;
}
.ce *,
.ce *::before,
.ce *::after {
  box-sizing: border-box;
}
.ce:focus {
  outline: none;
}
.ce :where(button) {
  font: inherit;
  color: inherit;
  background: none;
  border: 0;
  padding: 0;
  margin: 0;
  cursor: pointer;
  text-align: left;
}
.ce :where(h1, h2, h3, p, ul, ol, dl, dd, pre) {
  margin: 0;
  padding: 0;
}
.ce :where(ul, ol) {
  list-style: none;
}
.ce :where(code, pre) {
  font-family: var(--ce-mono);
  font-size: var(--ce-t1);
  color: inherit;
  background: none;
}
.ce :where(input, select) {
  font: inherit;
  color: inherit;
}
.ce :focus-visible {
  outline: 2px solid var(--ce-focus);
  outline-offset: 1px;
  border-radius: var(--ce-r);
}
.ce-spring {
  flex: 1;
}
.ce-sr {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.ce-m {
  font-family: var(--ce-mono);
  font-size: var(--ce-t1);
}
.ce-note {
  font-size: var(--ce-t0);
  color: var(--ce-text3);
  font-weight: 400;
}
.ce-pad {
  padding: var(--ce-s2) var(--ce-s3);
}
.ce-num {
  text-align: right;
  white-space: nowrap;
}
.ce-ell {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  min-width: 0;
}
.ce-c-break {
  color: var(--ce-break);
}
.ce-c-warn {
  color: var(--ce-warn);
}
.ce-c-note {
  color: var(--ce-text3);
}
.ce-ic {
  width: 14px;
  height: 14px;
  flex: none;
  vertical-align: -2px;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.6;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.ce-ic-break path {
  stroke: var(--ce-bg);
  stroke-width: 1.8;
}
.ce-ic-eager {
  stroke-dasharray: 2.2 2.2;
}
.ce-ic-more,
.ce-ic-mark {
  stroke-width: 2.2;
}
.ce-link {
  color: var(--ce-link);
  font-size: inherit;
  white-space: nowrap;
}
.ce-link:hover {
  text-decoration: underline;
}
.ce-btn {
  flex: none;
  display: inline-flex;
  align-items: center;
  gap: 5px;
  min-height: 24px;
  padding: 0 8px;
  border: 1px solid var(--ce-line2);
  border-radius: var(--ce-r);
  font-size: var(--ce-t1);
  white-space: nowrap;
  color: var(--ce-text2);
  background: var(--ce-bg);
}
.ce-btn:hover {
  background: var(--ce-bg1);
}
.ce-btn[aria-disabled='true'] {
  color: var(--ce-text3);
  border-style: dashed;
  cursor: not-allowed;
}
.ce-btn.ce-small {
  min-height: 20px;
  padding: 0 6px;
  font-size: var(--ce-t0);
}
.ce-ibtn {
  width: 24px;
  height: 24px;
  display: inline-grid;
  place-items: center;
  border-radius: var(--ce-r);
  color: var(--ce-text3);
}
.ce-ibtn:hover {
  background: var(--ce-bg2);
}
.ce kbd {
  font: var(--ce-t0) / 16px var(--ce-mono);
  color: var(--ce-text2);
  border: 1px solid var(--ce-line2);
  border-radius: 3px;
  padding: 0 4px;
  background: var(--ce-bg);
}
.ce-seg {
  flex: none;
  display: inline-flex;
  border: 1px solid var(--ce-line2);
  border-radius: var(--ce-r);
  overflow: hidden;
}
.ce-seg button {
  padding: 0 7px;
  min-height: 20px;
  font-size: var(--ce-t0);
  color: var(--ce-text2);
  border-right: 1px solid var(--ce-line2);
}
.ce-seg button:last-child {
  border-right: 0;
}
.ce-seg button[aria-pressed='true'] {
  background: var(--ce-bg2);
  color: var(--ce-text);
  font-weight: 600;
}
.ce-seg button:focus-visible {
  outline-offset: -2px;
}
.ce-chk {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 24px;
  font-size: var(--ce-t0);
  color: var(--ce-text2);
  white-space: nowrap;
}
.ce-chk::before {
  content: '';
  width: 12px;
  height: 12px;
  border: 1px solid var(--ce-text3);
  border-radius: 3px;
  background: var(--ce-bg);
}
.ce-chk[aria-checked='true']::before {
  background: var(--ce-text) linear-gradient(var(--ce-bg), var(--ce-bg)) center / 6px 2px no-repeat;
  border-color: var(--ce-text);
}
.ce-tag {
  font: 600 10px/14px var(--ce-ui);
  border: 1px solid var(--ce-line2);
  border-radius: 3px;
  padding: 0 3px;
  color: var(--ce-text2);
  background: var(--ce-bg);
}
.ce-tag[data-active='true'] {
  border-color: var(--ce-text);
  color: var(--ce-text);
}
.ce-badge {
  display: inline-block;
  padding: 0 6px;
  border-radius: 9px;
  font: 600 var(--ce-t0) / 18px var(--ce-ui);
  border: 1px solid var(--ce-line2);
  color: var(--ce-text2);
  white-space: nowrap;
  max-width: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
}
.ce-fchip {
  display: inline-flex;
  align-items: center;
  gap: 5px;
  min-height: 22px;
  padding: 0 8px;
  border: 1px solid var(--ce-line2);
  border-radius: 11px;
  font-size: var(--ce-t0);
  color: var(--ce-text2);
  white-space: nowrap;
  max-width: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
}
.ce-fchip i {
  font-style: normal;
  color: var(--ce-text3);
}
.ce-fchip[aria-pressed='true'],
.ce-fchip[aria-pressed='true'] i {
  background: var(--ce-text);
  border-color: var(--ce-text);
  color: var(--ce-bg);
}
.ce-filter {
  min-width: 120px;
  flex: 0 1 220px;
  height: 24px;
  padding: 0 8px;
  border: 1px solid var(--ce-line2);
  border-radius: var(--ce-r);
  background: var(--ce-bg);
  font-size: var(--ce-t1);
}
.ce-filter::placeholder {
  color: var(--ce-text3);
  opacity: 1;
}
.ce-card {
  background: var(--ce-bg);
  color: var(--ce-text);
  border: 1px solid var(--ce-line2);
  border-radius: var(--ce-r2);
  box-shadow: var(--ce-shadow);
}

/* the identity of a graph: hue, number and pattern */
.ce-g1 {
  --ce-g: var(--ce-g1);
}
.ce-g2 {
  --ce-g: var(--ce-g2);
}
.ce-g3 {
  --ce-g: var(--ce-g3);
}
.ce-g4 {
  --ce-g: var(--ce-g4);
}
.ce-g5 {
  --ce-g: var(--ce-g5);
}
.ce-chip {
  display: inline-block;
  min-width: 14px;
  height: 14px;
  padding: 0 3px;
  border-radius: 3px;
  background: var(--ce-g);
  color: var(--ce-on-g);
  font: 600 10px/14px var(--ce-ui);
  text-align: center;
  position: relative;
}

/* what stands where there is nothing to show */
.ce-empty {
  padding: var(--ce-s4) var(--ce-s4);
  font-size: var(--ce-t1);
  color: var(--ce-text2);
  max-width: 60ch;
}
.ce-empty strong {
  display: block;
  font-size: var(--ce-t2);
  color: var(--ce-text);
  font-weight: 600;
  margin-bottom: 4px;
}
.ce-broken {
  border-left: 2px solid var(--ce-break);
}
.ce-loading {
  animation: ce-late 0s 150ms both;
}
@keyframes ce-late {
  from {
    visibility: hidden;
  }
}
.ce-spin {
  width: 12px;
  height: 12px;
  border-radius: 50%;
  border: 1.6px solid var(--ce-line2);
  border-top-color: var(--ce-text);
  animation: ce-turn 1s linear infinite;
  display: inline-block;
  vertical-align: -2px;
  margin-right: 4px;
}
@keyframes ce-turn {
  to {
    transform: rotate(1turn);
  }
}
@media (prefers-reduced-motion: reduce) {
  .ce-spin {
    animation: none;
    border-style: dotted;
  }
}
.ce-show-all {
  display: block;
  padding: var(--ce-s1) var(--ce-s3);
  font-size: var(--ce-t1);
}
.ce-tbar {
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 36px;
  flex: none;
  flex-wrap: wrap;
  padding: 2px 12px;
  border-bottom: 1px solid var(--ce-line);
  font-size: var(--ce-t1);
  color: var(--ce-text2);
}
`,""]),a.d(t,{},{A:i})},671(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* The source pane and every listing. */
.ce-src {
  font: var(--ce-t1) / var(--ce-row) var(--ce-mono);
  padding: 2px 0 8px;
}
.ce-file {
  padding: 6px var(--ce-s3) 0;
  font: 600 var(--ce-t0) / 1.4 var(--ce-ui);
  color: var(--ce-text3);
}
.ce-fn {
  font: var(--ce-t1) / 1 var(--ce-ui);
  color: var(--ce-text3);
  font-weight: 400;
}
.ce-fn button {
  display: flex;
  align-items: center;
  gap: 6px;
  width: 100%;
  min-height: 24px;
  padding: 0 var(--ce-s3);
  white-space: nowrap;
}
.ce-fn b {
  color: var(--ce-text2);
  font-weight: 600;
}
.ce-fn button[aria-expanded='false']::after {
  content: '…';
}
.ce-ln {
  display: grid;
  grid-template-columns: 38px 20px 6px minmax(0, 1fr) auto auto;
  min-height: var(--ce-row);
  align-items: stretch;
  position: relative;
}
.ce-no {
  text-align: right;
  padding-right: 4px;
  color: var(--ce-text3);
  user-select: none;
}
.ce-mk {
  display: flex;
  flex-direction: row;
  align-items: center;
  justify-content: center;
  gap: 1px;
  height: var(--ce-row);
}
.ce-mk .ce-sign {
  display: grid;
  place-items: center;
  width: 18px;
  height: var(--ce-row);
}
.ce-src[data-crowded='true'] .ce-ln {
  grid-template-columns: 38px 38px 6px minmax(0, 1fr) auto auto;
}
.ce-band {
  background: none;
}
.ce-band[data-band] {
  background: var(--ce-g);
}
.ce-band.ce-g2[data-band] {
  background: repeating-linear-gradient(
    135deg,
    var(--ce-g) 0 3px,
    color-mix(in srgb, var(--ce-g) 35%, var(--ce-bg)) 3px 5px
  );
}
.ce-band.ce-g3[data-band] {
  background: repeating-linear-gradient(
    0deg,
    var(--ce-g) 0 4px,
    color-mix(in srgb, var(--ce-g) 30%, var(--ce-bg)) 4px 6px
  );
}
.ce-band.ce-g4[data-band] {
  background: repeating-linear-gradient(90deg, var(--ce-g) 0 2px, transparent 2px 4px);
}
.ce-band.ce-g5[data-band] {
  background: repeating-linear-gradient(
    45deg,
    var(--ce-g) 0 5px,
    color-mix(in srgb, var(--ce-g) 30%, var(--ce-bg)) 5px 6.5px
  );
}
.ce-band[data-band='faint'] {
  opacity: 0.38;
}
.ce-band[data-band='half'] {
  height: 50%;
}
.ce-src[data-marks='false'] :is(.ce-mk, .ce-band) {
  visibility: hidden;
}
.ce .ce-cd {
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  padding-left: calc(9px + 4ch);
  text-indent: -4ch;
  min-width: 0;
  cursor: default;
}
.ce-cd:focus-visible {
  outline-offset: -2px;
}
@container (max-width: 439px) {
  .ce .ce-cd {
    white-space: pre;
    overflow: hidden;
    padding-left: 9px;
    text-indent: 0;
    mask-image: linear-gradient(90deg, #000 calc(100% - 18px), transparent);
  }
}
.ce-hint {
  padding: 0 8px;
  font: var(--ce-t0) / var(--ce-row) var(--ce-mono);
  color: var(--ce-text3);
  white-space: nowrap;
  max-width: 190px;
  overflow: hidden;
  text-overflow: ellipsis;
}
.ce-ln:hover {
  background: var(--ce-hover);
}
.ce-ln[data-broken] {
  background: var(--ce-break-bg);
}
.ce-ln[data-mark='linked'] {
  background: var(--ce-lnk);
}
.ce-ln[data-mark='selected'] {
  background: var(--ce-sel);
}
.ce-ln[data-mark]::before {
  content: '';
  position: absolute;
  left: 0;
  top: 0;
  bottom: 0;
  width: 2px;
  background: var(--ce-sel-bar);
}
.ce-ln[data-mark='selected']::before {
  width: 4px;
}
.ce-ln[data-mark] :is(.ce-no, .ce-hint),
.ce-ln[data-broken] .ce-no {
  color: var(--ce-text2);
}
.ce .ce-ln[data-mark='selected'] :is(.ce-no, .ce-hint, .ce-cd *) {
  color: var(--ce-text);
}
.ce-listing .cm-line[data-mark='selected'] * {
  color: var(--ce-text) !important;
}
.ce-fold {
  display: flex;
  align-items: center;
  min-height: 24px;
  padding-left: 62px;
  font: var(--ce-t0) / 1 var(--ce-ui);
  color: var(--ce-text3);
}
.ce-fold::before,
.ce-blk::before,
.ce-tw::before {
  content: '';
  width: 5px;
  height: 5px;
  flex: none;
  border-right: 1.4px solid currentColor;
  border-bottom: 1.4px solid currentColor;
  transform: rotate(-45deg);
  margin-right: 7px;
  transition: transform var(--ce-ease);
}
.ce-blk[aria-expanded='true']::before,
.ce-tw[aria-expanded='true']::before,
.ce-fold[aria-expanded='true']::before {
  transform: rotate(45deg);
}

/* syntax is weight, not hue */
.ce .ce-t-keyword,
.ce .ce-t-label {
  font-weight: 600;
  color: var(--ce-text2);
}
.ce .ce-t-name {
  font-weight: 600;
}
.ce .ce-t-string,
.ce .ce-t-type,
.ce .ce-t-directive,
.ce .ce-t-operand {
  color: var(--ce-text2);
}
.ce .ce-t-comment {
  color: var(--ce-text3);
}

/* listings */
.ce-listing .cm-editor {
  background: var(--ce-bg);
  color: var(--ce-text);
  outline: none;
}
.ce-listing .cm-editor.cm-focused {
  outline: 2px solid var(--ce-focus);
  outline-offset: -2px;
}
.ce-listing .cm-scroller {
  font: var(--ce-t1) / var(--ce-row) var(--ce-mono);
  line-height: var(--ce-row);
  overflow-x: auto;
}
.ce-listing .cm-content {
  padding: 2px 0 8px;
}
.ce-listing .cm-content:focus-visible {
  outline: none;
}
.ce-listing .cm-line {
  padding: 0 8px 0 6px;
  position: relative;
}
.ce-listing .cm-gutters {
  background: var(--ce-bg);
  color: var(--ce-text3);
  border: 0;
  min-width: 38px;
}
.ce-listing .cm-gutters .cm-gutter.cm-lineNumbers {
  min-width: 34px;
}
.ce-listing .cm-line:hover {
  background: var(--ce-hover);
}
.ce-listing .cm-line[data-mark='linked'] {
  background: var(--ce-lnk);
  box-shadow: inset 2px 0 0 var(--ce-sel-bar);
}
.ce-listing .cm-line[data-mark='selected'] {
  background: var(--ce-sel);
  box-shadow: inset 4px 0 0 var(--ce-sel-bar);
}
.ce-listing .cm-line[data-mark='here'] {
  background: var(--ce-bg2);
}
.ce-listing .cm-gutters-after {
  position: sticky;
  right: 0;
}
.ce-listing .cm-gutter.ce-notes {
  padding: 0 8px;
  max-width: 104px;
  font-size: var(--ce-t0);
}
.ce-notes .cm-gutterElement {
  overflow: hidden;
  text-overflow: ellipsis;
}
.ce-diff .cm-line {
  padding-left: 18px;
}
.ce-diff .cm-changedLine,
.ce-diff .cm-insertedLine {
  background: var(--ce-add) !important;
}
.ce-diff .cm-deletedChunk {
  background: var(--ce-del) !important;
  padding-left: 0;
}
.ce-diff .cm-deletedLine {
  position: relative;
  padding-left: 18px;
}
.ce-diff :is(.cm-changedLine, .cm-insertedLine, .cm-deletedLine)::before {
  content: '+';
  position: absolute;
  left: 5px;
  color: var(--ce-text2);
  text-decoration: none;
}
.ce-diff .cm-deletedLine::before {
  content: '−';
}
.ce-diff :is(.cm-deletedChunk .cm-deletedText, .cm-changedText) {
  background: color-mix(in srgb, var(--ce-text) 9%, transparent) !important;
  border-radius: 2px;
}
.ce-diff .cm-deletedLine,
.ce-diff .cm-deletedLine del {
  text-decoration: none;
}
.ce-diff .cm-changedLineGutter {
  background: var(--ce-good) !important;
}
.ce-diff .cm-deletedLineGutter {
  background: var(--ce-break) !important;
}
.ce-diff .cm-collapsedLines {
  color: var(--ce-text3);
  background: var(--ce-bg1) !important;
  font: var(--ce-t0) / 22px var(--ce-ui);
  padding: 0 8px;
}
.ce-diff .cm-collapsedLines::before,
.ce-diff .cm-collapsedLines::after {
  content: none !important;
}
.ce-blk {
  display: flex;
  align-items: center;
  gap: 2px;
  width: 100%;
  min-height: 26px;
  padding: 0 8px 0 12px;
  font-size: var(--ce-t1);
  border-top: 1px solid var(--ce-line);
  white-space: nowrap;
  min-width: 0;
}
.ce-stack > :first-child .ce-blk {
  border-top: 0;
}
.ce .ce-blk:hover {
  background: var(--ce-hover);
}
.ce .ce-blk[aria-expanded='true'] {
  background: var(--ce-bg1);
  position: sticky;
  top: 0;
  z-index: 3;
}
.ce .ce-blk[data-mark='linked'] {
  background: var(--ce-lnk);
}
.ce-blk:focus-visible {
  outline-offset: -2px;
}
.ce-blk-name {
  flex: 1;
  font-family: var(--ce-mono);
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
}
.ce .ce-blk[data-mark] .ce-note {
  color: var(--ce-text2);
}

/* what a line costs: on its first row, however it wraps */
.ce-cost {
  position: relative;
  display: flex;
  gap: 6px;
  width: 116px;
  padding: 0 8px 0 10px;
  font-size: var(--ce-t0);
}
.ce-cost-bars {
  display: flex;
  flex-direction: column;
  justify-content: center;
  gap: 2px;
  width: 46px;
  height: var(--ce-row);
}
.ce-cost .ce-bar,
.ce-key .ce-bar {
  height: 4px;
}
.ce-cost .ce-bar[data-kind='break'] {
  background: repeating-linear-gradient(135deg, var(--ce-break) 0 2px, transparent 2px 4px);
}
.ce-cost-word {
  flex: 1;
  line-height: var(--ce-row);
  text-align: right;
  color: var(--ce-text3);
  white-space: nowrap;
}
.ce-cost[data-tone='strong'] .ce-cost-word {
  color: var(--ce-text);
  font-weight: 600;
}
.ce-cost[data-tone='slower'] .ce-cost-word {
  color: var(--ce-break);
  font-weight: 600;
}
/* the bracket that joins lines of one row */
.ce-cost:is([data-place='first'], [data-place='inside'], [data-place='last'])::before {
  content: '';
  position: absolute;
  left: 2px;
  top: 0;
  bottom: 0;
  width: 4px;
  border: solid var(--ce-text3);
  border-width: 0 0 0 1px;
}
.ce-cost[data-place='first']::before {
  top: calc(var(--ce-row) / 2);
  border-top-width: 1px;
}
.ce-cost[data-place='last']::before {
  bottom: auto;
  height: calc(var(--ce-row) / 2);
  border-bottom-width: 1px;
}
.ce[data-width='narrow'] .ce-cost-bars {
  display: none;
}
.ce[data-width='narrow'] .ce-cost {
  width: 76px;
}
.ce-fact b[data-tone='slower'] {
  color: var(--ce-break);
}
`,""]),a.d(t,{},{A:i})},596(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* The selected entity, its trails, and the cards of findings. */
.ce-det {
  padding: 10px 12px;
  font-size: var(--ce-t1);
  display: flex;
  flex-direction: column;
  gap: 10px;
}
.ce-det h2 {
  font: 600 var(--ce-t2) / 1.3 var(--ce-ui);
}
.ce-det-name {
  font-family: var(--ce-mono);
  overflow-wrap: anywhere;
}
.ce-det h3 {
  font: 600 var(--ce-t0) / 1.2 var(--ce-ui);
  color: var(--ce-text3);
  margin-bottom: 5px;
}
.ce-det-code {
  display: block;
  padding: 6px 8px;
  background: var(--ce-bg1);
  border-radius: var(--ce-r);
  overflow-wrap: anywhere;
  white-space: pre-wrap;
}
.ce-det-do {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
}
.ce-kv {
  display: grid;
  grid-template-columns: minmax(64px, auto) minmax(0, 1fr);
  gap: 2px 8px;
  line-height: 18px;
}
.ce-kv dt {
  color: var(--ce-text3);
}
.ce-kv dd {
  min-width: 0;
  overflow-wrap: anywhere;
  font-family: var(--ce-mono);
}
.ce-metrics {
  display: block;
  columns: 260px;
}
.ce-metrics > div {
  display: flex;
  gap: 8px;
  break-inside: avoid;
  font-size: var(--ce-t1);
}
.ce-metrics dd {
  flex: 1;
  text-align: right;
}
.ce-trail > li {
  position: relative;
  padding-left: 16px;
  line-height: 19px;
  min-width: 0;
}
.ce-trail > li::before {
  content: '';
  position: absolute;
  left: 3px;
  top: 0;
  bottom: 0;
  border-left: 1px solid var(--ce-line2);
}
.ce-trail > li::after {
  content: '';
  position: absolute;
  left: 0;
  top: 6px;
  width: 7px;
  height: 7px;
  border-radius: 50%;
  background: var(--ce-bg);
  border: 1.5px solid var(--ce-line2);
}
.ce-trail > li:first-child::before {
  top: 9px;
}
.ce-trail > li:last-child::before {
  bottom: auto;
  height: 9px;
}
.ce-trail > .ce-here::after {
  background: var(--ce-sel-bar);
  border-color: var(--ce-sel-bar);
}
.ce .ce-here b {
  font-family: var(--ce-mono);
  overflow-wrap: anywhere;
}
.ce .ce-node-name {
  font-family: var(--ce-mono);
  font-size: var(--ce-t1);
  margin-right: 1ch;
  overflow-wrap: anywhere;
}
.ce-node-name:hover,
.ce-cell:hover {
  text-decoration: underline;
  text-decoration-color: var(--ce-line2);
  text-underline-offset: 3px;
}
.ce .ce-node-name[data-mark='selected'],
.ce .ce-cell[data-mark='selected'] {
  background: var(--ce-sel);
  box-shadow: inset 0 -2px 0 var(--ce-sel-bar);
}
.ce .ce-node-name[data-mark='linked'] {
  background: var(--ce-lnk);
}
.ce-trace summary {
  color: var(--ce-link);
  cursor: pointer;
}
.ce-trace pre {
  white-space: pre;
  overflow: auto;
  max-height: 400px;
  padding: 6px 0;
}
.ce-finding-card {
  display: flex;
  flex-direction: column;
  gap: 6px;
  font-size: var(--ce-t1);
  color: var(--ce-text2);
  overflow-wrap: anywhere;
}
.ce-finding-title {
  display: flex;
  gap: 6px;
  font-size: var(--ce-t2);
}
.ce-finding-title b {
  color: var(--ce-text);
}
.ce-badges {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
}
.ce-pre {
  white-space: pre-wrap;
}
.ce .ce-advice {
  display: flex;
  flex-direction: column;
  gap: 4px;
}
.ce-advice li {
  padding-left: 10px;
  border-left: 2px solid var(--ce-line2);
  color: var(--ce-text);
}
.ce-tried pre {
  margin: 4px 0;
  overflow-x: auto;
  font: var(--ce-t1) / 18px var(--ce-mono);
}
.ce-tried span {
  display: block;
}
.ce-gone {
  background: var(--ce-del);
}
.ce-came {
  background: var(--ce-add);
}
.ce .ce-hover-card {
  position: fixed;
  margin: 0;
  inset: auto;
  width: min(400px, 92vw);
  max-height: 70vh;
  overflow: auto;
  padding: 12px 14px;
  font: var(--ce-t1) / 1.45 var(--ce-ui);
  text-align: left;
  white-space: normal;
  text-indent: 0;
}
p.ce-finding-card {
  display: block;
}
`,""]),a.d(t,{},{A:i})},770(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* Graphs: the drawing, its small map, the tree under it and the line below. */
.ce-graph {
  container: ce-graph / inline-size;
  display: flex;
  flex-direction: column;
  height: 100%;
  min-height: 220px;
}
.ce-graph-body {
  position: relative;
  flex: 1;
  min-height: 0;
  overflow: hidden;
}
.ce-graph-canvas {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  touch-action: none;
  cursor: grab;
}
.ce-graph-canvas:active {
  cursor: grabbing;
}
.ce-graph-tree[data-visible='false'] {
  position: absolute;
  inset: 0;
  overflow: hidden;
  pointer-events: none;
  opacity: 0;
}
.ce-graph-body:has(.ce-graph-tree[data-visible='false']:focus-visible) {
  outline: 2px solid var(--ce-focus);
  outline-offset: -2px;
}
.ce-graph-tree[data-visible='true'] {
  position: absolute;
  inset: 0;
  overflow: auto;
  padding: 4px 0 8px;
  scrollbar-width: thin;
}
.ce-graph-tree[data-visible='true']:focus-visible {
  outline: 2px solid var(--ce-focus);
  outline-offset: -2px;
}
.ce-graph-row {
  display: flex;
  align-items: center;
  gap: var(--ce-s2);
  min-height: 24px;
  padding-right: var(--ce-s3);
  font: var(--ce-t1) / 1.5 var(--ce-mono);
  white-space: nowrap;
  cursor: pointer;
}
.ce-graph-row:hover {
  background: var(--ce-hover);
}
.ce-graph-row[data-mark='linked'] {
  background: var(--ce-lnk);
  box-shadow: inset 2px 0 0 var(--ce-sel-bar);
}
.ce-graph-row[data-mark='selected'] {
  background: var(--ce-sel);
  box-shadow: inset 2px 0 0 var(--ce-sel-bar);
}
.ce-graph-tree:focus-visible .ce-graph-row[data-active] {
  outline: 2px solid var(--ce-focus);
  outline-offset: -2px;
}
.ce-graph-fold {
  width: 10px;
  flex: none;
  color: var(--ce-text3);
}
.ce-graph-name {
  overflow: hidden;
  text-overflow: ellipsis;
}
.ce-graph-note {
  color: var(--ce-text3);
}
.ce-minimap {
  position: absolute;
  right: 8px;
  bottom: 8px;
  border: 1px solid var(--ce-line2);
  border-radius: var(--ce-r);
  background: var(--ce-bg);
  overflow: hidden;
  touch-action: none;
}
.ce-minimap canvas {
  display: block;
}
.ce-minimap-view {
  position: absolute;
  border: 1.5px solid var(--ce-sel-bar);
  border-radius: 2px;
  pointer-events: none;
}
.ce-graph-bar {
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--ce-s2);
  min-height: 28px;
  padding: 0 var(--ce-s2) 0 var(--ce-s3);
  border-top: 1px solid var(--ce-line);
  background: var(--ce-bg1);
  color: var(--ce-text3);
  font-size: var(--ce-t0);
  white-space: nowrap;
}
@container ce-graph (max-width: 640px) {
  .ce-graph-wide {
    display: none;
  }
}
.ce-graph-tools {
  display: flex;
  margin-left: auto;
}
.ce-graph-bar button {
  min-width: 24px;
  min-height: 24px;
  padding: 0 3px;
  border: 0;
  border-radius: var(--ce-r);
  background: none;
  color: var(--ce-text2);
  font: inherit;
  text-align: center;
  cursor: pointer;
}
.ce-graph-bar button:hover {
  background: var(--ce-hover);
  color: var(--ce-text);
}
.ce-graph-bar button[aria-pressed='true'] {
  background: var(--ce-bg2);
  color: var(--ce-text);
  font-weight: 600;
}
.ce-not-drawn {
  overflow: auto;
}
.ce-graph-wait {
  animation: ce-graph-wait 0s 150ms both;
}
@keyframes ce-graph-wait {
  from {
    visibility: hidden;
  }
}
.ce-graph-split {
  display: flex;
  flex: 1;
  min-height: 0;
}
.ce-modules {
  flex: none;
  width: min(360px, 38%);
  overflow: auto;
  scrollbar-width: thin;
  border-right: 1px solid var(--ce-line);
}
@container ce-graph (max-width: 700px) {
  .ce-modules {
    display: none;
  }
}
.ce-modules td:first-child {
  max-width: 200px;
  white-space: nowrap;
}
.ce-modules .ce-cell {
  display: inline-block;
  max-width: 150px;
  vertical-align: bottom;
}
.ce .ce-mod-fold,
.ce-mod-room {
  display: inline-block;
  width: 16px;
  color: var(--ce-text3);
}
.ce-bar {
  display: inline-block;
  height: 5px;
  background: var(--ce-comp);
}
.ce-layers {
  padding: 12px;
}
.ce-layers h3 {
  font: 600 var(--ce-t0) / 1.2 var(--ce-ui);
  color: var(--ce-text3);
  margin-bottom: 6px;
}
.ce-layers canvas {
  display: block;
  cursor: pointer;
}
.ce-layers p {
  margin-top: 6px;
}
`,""]),a.d(t,{},{A:i})},473(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=a.n(o),n=a(417),d=a.n(n),l=new URL(a(979),a.b),p=new URL(a(579),a.b),s=new URL(a(658),a.b),x=new URL(a(680),a.b),g=new URL(a(304),a.b),h=i()(c()),v=d()(l),b=d()(p),f=d()(s),m=d()(x),u=d()(g);h.push([e.id,`/* Marks, bands, hints and cards in the cells of a notebook. They show only where a report speaks of the cell. */
.cm-gutter.ce-cell-gutter {
  display: none;
}
.ce-marked.cm-editor > .cm-scroller > .cm-gutters {
  border-right: 0;
  background: none;
}
.ce-marked.cm-editor > .cm-scroller > .cm-gutters > .cm-gutter.ce-cell-gutter {
  display: flex;
  min-width: 26px;
  background: none;
}
.ce-marked .cm-gutter.ce-cell-gutter .cm-gutterElement {
  padding: 0;
}
.ce-cell-mark {
  position: relative;
  display: grid;
  grid-template-columns: 18px 6px;
  height: 100%;
  min-height: 16px;
  cursor: default;
}
.ce-cell-mark > :not(.ce-cell-band) {
  grid-column: 1;
  align-self: center;
  justify-self: center;
}
.ce-cell-band {
  grid-column: 2;
  height: 100%;
  background: var(--ce-hue);
}
.ce-cell-mark.ce-half .ce-cell-band {
  height: 50%;
}
.ce-cell-chip {
  min-width: 14px;
  padding: 0 2px;
  border-radius: 3px;
  background: var(--ce-hue);
  color: var(--ce-on-g);
  font: 600 10px/14px var(--ce-ui);
  text-align: center;
}
.ce-hue-1 {
  --ce-hue: var(--ce-g1);
}
.ce-hue-2 {
  --ce-hue: var(--ce-g2);
}
.ce-hue-3 {
  --ce-hue: var(--ce-g3);
}
.ce-hue-4 {
  --ce-hue: var(--ce-g4);
}
.ce-hue-5 {
  --ce-hue: var(--ce-g5);
}
.ce-cell-band.ce-hue-2 {
  background: repeating-linear-gradient(135deg, var(--ce-hue) 0 3px, transparent 3px 5px);
}
.ce-cell-band.ce-hue-3 {
  background: repeating-linear-gradient(0deg, var(--ce-hue) 0 3px, transparent 3px 5px);
}
.ce-cell-band.ce-hue-4 {
  background: repeating-linear-gradient(90deg, var(--ce-hue) 0 2px, transparent 2px 4px);
}
.ce-cell-band.ce-hue-5 {
  background: repeating-linear-gradient(135deg, var(--ce-hue) 0 6px, transparent 6px 9px);
}
.ce-cell-sign {
  display: inline-block;
  width: 14px;
  height: 14px;
  flex: none;
  background: currentcolor;
  mask: var(--ce-glyph) center / contain no-repeat;
}
.ce-cell-sign-break {
  --ce-glyph: url(${v});
  color: var(--ce-break);
}
.ce-cell-sign-caller {
  --ce-glyph: url(${b});
  color: var(--ce-break);
}
.ce-cell-sign-recompile {
  --ce-glyph: url(${f});
  color: var(--ce-warn);
}
.ce-cell-sign-fixed {
  --ce-glyph: url(${m});
  color: var(--ce-warn);
}
.ce-cell-sign-limit {
  --ce-glyph: url(${u});
  color: var(--ce-break);
}
.ce-marked .cm-line {
  position: relative;
}
.ce-marked .cm-line.ce-cell-break {
  background: var(--ce-break-bg);
}
.ce-cell-hint {
  position: absolute;
  top: 0;
  right: 0;
  padding: 0 8px;
  background: linear-gradient(90deg, transparent, var(--jp-cell-editor-background, var(--ce-bg)) 8px);
  color: var(--ce-text3);
  font: 11px/1.6 var(--ce-ui);
  white-space: nowrap;
}
.ce-cell-break .ce-cell-hint {
  background: linear-gradient(90deg, transparent, var(--ce-break-bg) 8px);
}
.ce-stale-badge {
  padding: 0 6px;
  border: 1px solid var(--ce-line2);
  border-radius: 8px;
  color: var(--ce-text2);
  font-weight: 600;
}
.ce-cell-hint button,
.ce-card-foot button {
  margin-left: 6px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--ce-link);
  font: inherit;
  cursor: pointer;
}
.ce-card-foot button {
  margin: 0;
}
.ce-cell-hint button:focus-visible,
.ce-card-foot button:focus-visible {
  border-radius: 3px;
  outline: 2px solid var(--ce-focus);
  outline-offset: 1px;
}
.ce-stale .ce-cell-band {
  opacity: 0.35;
}
.ce-stale .ce-cell-chip {
  background: none;
  box-shadow: inset 0 0 0 1px var(--ce-line2);
  color: var(--ce-text2);
}
.ce-stale .ce-cell-sign {
  opacity: 0.5;
}
.ce-stale .cm-line.ce-cell-break {
  background: none;
}
.cm-tooltip:has(> .ce-cell-card),
.cm-tooltip .ce-cell-card {
  border: 0;
  background: none;
}
.cm-tooltip .ce-cell-card {
  width: min(400px, 90vw);
  border: 1px solid var(--ce-line2);
  border-radius: 8px;
  background: var(--ce-bg);
  box-shadow: var(--ce-shadow);
  color: var(--ce-text2);
  font: 12px/18px var(--ce-ui);
  white-space: normal;
  overflow-wrap: anywhere;
}
.ce-card-head {
  display: flex;
  gap: 8px;
  align-items: center;
  padding: 9px 12px 0;
  color: var(--ce-text);
  font-weight: 600;
}
.ce-card-code {
  margin-left: auto;
  color: var(--ce-text3);
  font: 12px/18px var(--ce-mono);
}
.ce-card-body {
  max-height: 260px;
  padding: 5px 12px 9px;
  overflow: auto;
}
.ce-card-body p {
  margin: 0;
}
.ce-card-body p + p {
  margin-top: 6px;
}
.ce-card-body b {
  color: var(--ce-text);
}
.ce-card-advice {
  display: block;
}
.ce-card-stale {
  color: var(--ce-text3);
}
.ce-card-foot {
  display: flex;
  gap: 14px;
  align-items: center;
  padding: 7px 12px;
  border-top: 1px solid var(--ce-line);
  border-radius: 0 0 8px 8px;
  background: var(--ce-bg1);
}
.ce-card-keys {
  margin-left: auto;
  color: var(--ce-text3);
}
.ce-card-keys kbd {
  padding: 0 4px;
  border: 1px solid var(--ce-line2);
  border-radius: 3px;
  font: 11px/14px var(--ce-ui);
}
`,""]),a.d(t,{},{A:h})},703(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* The room that each host gives the viewer. */
body:has(> #ce-viewer:not([hidden])) {
  margin: 0;
}
#ce-viewer {
  height: 100vh;
}
.ce-in-cell,
.ce-lab-view.ce-in-cell {
  height: 560px;
  min-height: 240px;
  border: 1px solid var(--jp-border-color2, var(--ce-line));
  border-radius: 4px;
  overflow: hidden;
  resize: vertical;
}

/* A display that was emptied, as live progress is when it ends, leaves no gap above what stands below it. */
.jp-OutputArea-child:has(> .jp-RenderedText[data-mime-type='text/plain'] > pre:empty) {
  display: none;
}
`,""]),a.d(t,{},{A:i})},646(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=a.n(o),n=a(430),d=a(475),l=a(741),p=a(206),s=a(523),x=a(671),g=a(596),h=a(969),v=a(958),b=a(770),f=a(626),m=a(703),u=i()(c());u.i(n.A),u.i(d.A),u.i(l.A),u.i(p.A),u.i(s.A),u.i(x.A),u.i(g.A),u.i(h.A),u.i(v.A),u.i(b.A),u.i(f.A),u.i(m.A),u.push([e.id,`
`,""]),a.d(t,{},{A:u})},247(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=a.n(o),n=a(646),d=a(473),l=i()(c());l.i(n.A),l.i(d.A),l.push([e.id,`.ce-lab-view {
  height: 100%;
  overflow: hidden;
}
.ce-lab-document,
.ce-lab-document > .ce-lab-view {
  height: 100%;
}
.ce-lab-refused {
  padding: 16px;
  font: 13px/1.45 var(--jp-ui-font-family);
  color: var(--jp-ui-font-color1);
}
.jp-ToolbarButtonComponent [data-icon='compile-explorer:report'] + .jp-ToolbarButtonComponent-label {
  margin-left: 4px;
}
.ce-lab-live.ce-in-cell:not(.ce-readable) {
  height: auto;
  min-height: 0;
  resize: none;
}
.ce-live {
  margin: 0;
  padding: 6px 12px;
  border-bottom: 1px solid var(--jp-border-color2);
  background: var(--jp-layout-color2);
  color: var(--jp-ui-font-color1);
  font: 12px/18px var(--jp-ui-font-family);
  font-variant-numeric: tabular-nums;
  white-space: pre-wrap;
}
`,""]),a.d(t,{},{A:l})},958(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* What lies over the viewer: search and the list of keys. */
.ce-overlay {
  position: absolute;
  inset: 0;
  z-index: 30;
  display: flex;
  justify-content: center;
  align-items: flex-start;
  padding: 56px 8px 8px;
  background: color-mix(in srgb, var(--ce-bg) 60%, transparent);
}
.ce-search {
  display: flex;
  flex-direction: column;
  width: min(740px, 100%);
  max-height: 100%;
  overflow: hidden;
}
.ce-search-head {
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 10px 14px;
  border-bottom: 1px solid var(--ce-line);
}
.ce-search-head input {
  flex: 1;
  min-width: 0;
  border: 0;
  outline: 0;
  background: none;
  font: var(--ce-t3) / 1.4 var(--ce-mono);
}
.ce .ce-search-head input:focus-visible {
  outline: 0;
}
.ce-search-kinds {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  padding: 8px 14px;
  border-bottom: 1px solid var(--ce-line);
}
.ce-hits {
  overflow: auto;
  padding: 6px 0;
}
.ce-hits-head {
  padding: 4px 14px;
  font: 600 var(--ce-t0) / 1.4 var(--ce-ui);
  color: var(--ce-text2);
}
.ce-hit {
  display: grid;
  grid-template-columns: 20px minmax(0, 1fr) auto;
  gap: 10px;
  align-items: center;
  min-height: 27px;
  padding: 0 14px;
  cursor: pointer;
}
.ce-hit > :first-child:not(.ce-chip) {
  grid-column: 2;
}
.ce-hit[aria-selected='true'] {
  background: var(--ce-bg2);
  outline: 2px solid var(--ce-focus);
  outline-offset: -2px;
  border-radius: var(--ce-r);
}
.ce-hit-text {
  font-family: var(--ce-mono);
  font-size: var(--ce-t1);
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.ce-hit mark {
  background: var(--ce-sel);
  color: inherit;
  box-shadow: inset 0 -2px 0 var(--ce-sel-bar);
}
.ce-hit[aria-selected='true'] .ce-note {
  color: var(--ce-text2);
}
.ce .ce-more {
  cursor: pointer;
  padding: 2px 14px 2px 44px;
  font-size: var(--ce-t0);
}
.ce-search-foot {
  padding: 8px 14px;
  border-top: 1px solid var(--ce-line);
  background: var(--ce-bg1);
  font-size: var(--ce-t0);
  color: var(--ce-text2);
}
.ce-keys {
  padding: 16px 20px;
  font-size: var(--ce-t1);
  max-height: 100%;
  overflow: auto;
}
.ce-keys dl {
  columns: 2 260px;
  margin-bottom: 12px;
}
.ce-keys dl > div {
  display: grid;
  grid-template-columns: 90px 1fr;
  break-inside: avoid;
  padding: 3px 0;
}
`,""]),a.d(t,{},{A:i})},969(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* The panels at the foot and their tables. */
.ce-panels {
  position: relative;
  display: flex;
  flex-direction: column;
  flex: none;
  min-width: 0;
  border-top: 1px solid var(--ce-line);
}
.ce[data-width='narrow'] .ce-panels {
  flex: 1;
  min-height: 0;
}
.ce-grip {
  position: absolute;
  left: 0;
  right: 0;
  top: -4px;
  height: 8px;
  cursor: ns-resize;
  z-index: 4;
  touch-action: none;
}
.ce-tabs {
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 30px;
  flex: none;
  border-bottom: 1px solid var(--ce-line);
  padding: 0 var(--ce-s2);
  background: var(--ce-bg1);
  min-width: 0;
  overflow-x: auto;
  scrollbar-width: none;
}
.ce-tabs > [role='tablist'] {
  display: flex;
  gap: 2px;
}
.ce .ce-tab {
  padding: 0 10px;
  min-height: 30px;
  font-size: var(--ce-t1);
  color: var(--ce-text2);
  position: relative;
  white-space: nowrap;
}
.ce-tab:focus-visible {
  outline-offset: -3px;
}
.ce-count {
  color: var(--ce-text3);
  margin-left: 4px;
  font-size: var(--ce-t0);
  font-weight: 400;
}
.ce .ce-tab[aria-selected='true'] {
  color: var(--ce-text);
  font-weight: 600;
}
.ce-tab[aria-selected='true']::after {
  content: '';
  position: absolute;
  left: 8px;
  right: 8px;
  bottom: 0;
  height: 2px;
  background: var(--ce-text);
}
.ce-panel-body {
  height: min(var(--ce-panel-height), 60vh);
  overflow: auto;
  scrollbar-width: thin;
  scrollbar-color: var(--ce-line2) transparent;
  min-height: 0;
}
.ce[data-width='narrow'] .ce-panel-body {
  height: auto;
  flex: 1;
}
.ce-key {
  display: inline-flex;
  align-items: center;
  gap: 5px;
  font-size: var(--ce-t0);
  color: var(--ce-text3);
  white-space: nowrap;
}
.ce-key i {
  width: 10px;
  height: 10px;
  border-radius: 2px;
  display: inline-block;
}
.ce[data-width='narrow'] .ce-key {
  display: none;
}

/* timeline */
.ce-flame {
  position: relative;
  font-size: var(--ce-t0);
  padding-bottom: 8px;
  overflow: hidden;
}
.ce-axis,
.ce-lane {
  display: flex;
  position: relative;
}
.ce-axis {
  height: 20px;
}
.ce-lane-name {
  width: 90px;
  flex: none;
  padding-left: 12px;
  color: var(--ce-text3);
  line-height: 17px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.ce-axis::before {
  content: '';
  width: 90px;
  flex: none;
}
.ce-track {
  position: relative;
  flex: 1;
  margin-right: 12px;
}
.ce-tick {
  position: absolute;
  top: 0;
  height: 2000px;
  border-left: 1px solid var(--ce-line);
  padding-left: 4px;
  color: var(--ce-text3);
  white-space: nowrap;
  line-height: 18px;
  pointer-events: none;
}
.ce-tick[data-end='true'] {
  transform: translateX(-100%);
  padding: 0 4px 0 0;
  border-left: 0;
  border-right: 1px solid var(--ce-line);
}
.ce .ce-fl {
  position: absolute;
  height: 17px;
  border-radius: 2px;
  padding: 0 4px;
  line-height: 17px;
  overflow: hidden;
  white-space: nowrap;
  text-overflow: ellipsis;
  color: var(--ce-text);
  font-size: var(--ce-t0);
}
.ce .ce-fl:empty {
  padding: 0;
}
.ce-ph-dynamo {
  background: var(--ce-ph-dynamo);
}
.ce-ph-guard {
  background: var(--ce-ph-guard);
}
.ce-ph-aot {
  background: var(--ce-ph-aot);
}
.ce-ph-ind {
  background: var(--ce-ph-ind);
}
.ce-ph-gxx {
  background: repeating-linear-gradient(135deg, var(--ce-hatch) 0 1px, transparent 1px 6px), var(--ce-ph-gxx);
}
.ce-ph-run {
  background: var(--ce-ph-run);
}
.ce-fl[data-mark='linked'] {
  outline: 1.5px solid var(--ce-sel-bar);
  outline-offset: -1px;
}
.ce-fl[data-mark='selected'] {
  outline: 2px solid var(--ce-sel-bar);
  outline-offset: -1px;
  font-weight: 600;
}

/* findings */
.ce-fnd {
  display: flex;
  align-items: center;
  border-bottom: 1px solid var(--ce-line);
  font-size: var(--ce-t1);
  padding-right: 12px;
}
.ce .ce-fnd-main {
  display: grid;
  grid-template-columns: 18px 84px minmax(0, 1fr) auto auto;
  gap: 8px;
  align-items: center;
  flex: 1;
  min-width: 0;
  min-height: 28px;
  padding: 2px 12px 2px 10px;
}
.ce-fnd-main:focus-visible {
  outline-offset: -2px;
}
.ce-fnd:hover {
  background: var(--ce-hover);
}
.ce-fnd:has([data-mark='linked']) {
  background: var(--ce-lnk);
}
.ce-fnd:has([data-mark='selected']) {
  background: var(--ce-sel);
  box-shadow: inset 3px 0 0 var(--ce-sel-bar);
}
.ce-fnd:has([data-mark]) :is(.ce-note, .ce-fnd-kind) {
  color: var(--ce-text2);
}
.ce .ce-fnd:has([data-mark='selected']) :is(.ce-note, .ce-fnd-kind, .ce-fnd-text),
.ce .ce-tbl tr[data-mark='selected'] .ce-note {
  color: var(--ce-text);
}
.ce-fnd-kind {
  color: var(--ce-text3);
}
.ce-fnd-text {
  color: var(--ce-text2);
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.ce-fnd-text b {
  color: var(--ce-text);
}
.ce[data-width='narrow'] .ce-fnd-main {
  grid-template-columns: 18px minmax(0, 1fr);
}
.ce[data-width='narrow'] .ce-fnd-kind,
.ce[data-width='narrow'] .ce-fnd-main .ce-note:empty {
  display: none;
}
.ce[data-width='narrow'] .ce-fnd-text {
  white-space: normal;
}
.ce[data-width='narrow'] .ce-fnd-main .ce-note {
  grid-column: 2;
}

/* tables */
.ce-tbl {
  border-collapse: collapse;
  width: 100%;
  font-size: var(--ce-t1);
}
.ce-tbl :is(th, td) {
  padding: 0 8px;
  height: var(--ce-trow);
  border-bottom: 1px solid var(--ce-line);
  vertical-align: middle;
  white-space: nowrap;
  text-align: left;
}
.ce-tbl th {
  font: 600 var(--ce-t0) / 1.2 var(--ce-ui);
  color: var(--ce-text3);
}
.ce-tbl thead th {
  border-bottom-color: var(--ce-line2);
  position: sticky;
  top: 0;
  background: var(--ce-bg);
  z-index: 2;
}
.ce-tbl :is(th, td).ce-r {
  text-align: right;
}
.ce-tbl td.ce-wrap {
  white-space: normal;
  padding-top: 3px;
  padding-bottom: 3px;
}
.ce-tbl td.ce-ell {
  max-width: 0;
  width: 50%;
  overflow: hidden;
  text-overflow: ellipsis;
}
.ce-tbl tbody tr:hover td {
  background: var(--ce-hover);
}
.ce-tbl tbody tr[data-mark='linked'] td {
  background: var(--ce-lnk);
}
.ce-tbl tbody tr[data-mark='selected'] td {
  background: var(--ce-sel);
}
.ce-tbl tr[data-mark] td:first-child {
  box-shadow: inset 2px 0 0 var(--ce-sel-bar);
}
.ce-tbl tr[data-mark] .ce-note {
  color: var(--ce-text2);
}
.ce-sort {
  min-height: 24px;
}
th[aria-sort='ascending'] .ce-sort,
th[aria-sort='descending'] .ce-sort {
  color: var(--ce-text);
}
th[aria-sort='ascending'] .ce-sort::after {
  content: ' ↑';
}
th[aria-sort='descending'] .ce-sort::after {
  content: ' ↓';
}

/* guards */
.ce-frames {
  display: flex;
  overflow-x: auto;
  border-bottom: 1px solid var(--ce-line);
  background: var(--ce-bg1);
}
.ce .ce-frame {
  flex: 1 0 150px;
  display: flex;
  flex-direction: column;
  justify-content: center;
  min-height: 44px;
  padding: 2px 12px;
  font-size: var(--ce-t1);
  border-right: 1px solid var(--ce-line);
  white-space: nowrap;
  overflow: hidden;
}
.ce .ce-frame[aria-pressed='true'] {
  background: var(--ce-bg);
  box-shadow: inset 0 2px 0 var(--ce-text);
  font-weight: 600;
}
.ce-frame:focus-visible {
  outline-offset: -3px;
}
.ce-guard-section h3 {
  padding: 5px 12px;
  background: var(--ce-bg1);
  border-bottom: 1px solid var(--ce-line);
  font: 600 var(--ce-t1) / 18px var(--ce-ui);
}
.ce-guard {
  display: grid;
  grid-template-columns: 16px minmax(0, 3fr) minmax(0, 5fr) 92px minmax(0, 4fr);
  gap: 8px;
  align-items: center;
  min-height: 27px;
  padding: 0 12px;
  border-bottom: 1px solid var(--ce-line);
  font-size: var(--ce-t1);
}
.ce-guard:hover {
  background: var(--ce-hover);
}
.ce-guard:has([data-mark='linked']) {
  background: var(--ce-lnk);
}
.ce-guard:has([data-mark='selected']) {
  background: var(--ce-sel);
  box-shadow: inset 3px 0 0 var(--ce-sel-bar);
}
.ce-guard[data-noise='true'] {
  color: var(--ce-text2);
}
.ce .ce-tw {
  display: grid;
  place-items: center;
  width: 16px;
  height: 24px;
}
.ce-tw::before {
  margin: 0;
}
.ce .ce-guard-name {
  font-family: var(--ce-mono);
}
.ce-guard > :is(.ce-guard-name, .ce-guard-must, .ce-guard-line) {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.ce-guard-line {
  font-family: var(--ce-mono);
  color: var(--ce-text2);
}
.ce-bar {
  display: inline-block;
  height: 6px;
  border-radius: 1px;
  background: var(--ce-eager);
  vertical-align: 1px;
}
.ce-guard .ce-num {
  text-align: left;
}
.ce-guard-full {
  display: flex;
  gap: 8px;
  align-items: baseline;
  padding: 4px 12px 4px 36px;
  border-bottom: 1px solid var(--ce-line);
  background: var(--ce-bg1);
  font-size: var(--ce-t1);
}
.ce-guard-full code {
  overflow-wrap: anywhere;
  color: var(--ce-text2);
}
.ce[data-width='narrow'] .ce-guard {
  grid-template-columns: 16px minmax(0, 1fr) auto;
}
.ce[data-width='narrow'] .ce-guard > :is(.ce-guard-must, .ce-guard-line) {
  grid-column: 2 / -1;
}

/* recompiles */
.ce-say {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 9px 12px;
  font-size: var(--ce-t1);
  color: var(--ce-text2);
  border-bottom: 1px solid var(--ce-line);
}
.ce-say b {
  color: var(--ce-text);
}
.ce-used {
  display: inline-flex;
  align-items: center;
  gap: 8px;
}
.ce-used i {
  display: inline-block;
  width: 14px;
  height: 9px;
  border: 1px solid var(--ce-line2);
  margin-right: 2px;
  border-radius: 1px;
}
.ce-used i[data-used='true'] {
  background: var(--ce-comp);
  border-color: var(--ce-comp);
}
.ce-scroll {
  overflow-x: auto;
}
.ce-vtbl :is(th, td) {
  min-height: 30px;
  height: 30px;
  border-right: 1px solid var(--ce-line);
  max-width: 260px;
}
.ce-vtbl td.ce-wrap {
  min-width: 130px;
  overflow-wrap: anywhere;
}
.ce-vtbl th[data-on] {
  background: var(--ce-lnk);
  box-shadow: inset 0 2px 0 var(--ce-sel-bar);
}
.ce-vtbl td[data-failed] {
  box-shadow: inset 0 0 0 1.5px var(--ce-warn);
  background: var(--ce-warn-bg);
}
.ce-vtbl .ce-cell {
  white-space: normal;
  color: var(--ce-text3);
}
.ce-vtbl [data-failed] .ce-cell,
.ce-vtbl .ce-cell[data-changed] {
  color: var(--ce-text);
}
.ce-vtbl .ce-cell[data-changed] {
  font-weight: 600;
}
.ce-vtbl th[scope='row'] {
  color: var(--ce-text2);
  font-weight: 400;
  font-size: var(--ce-t1);
}
.ce-quiet td {
  color: var(--ce-text3);
}

/* steps */
.ce-steps {
  display: flex;
  flex-direction: column;
}
.ce-step-list {
  flex: none;
  max-height: 220px;
  overflow: auto;
  border-bottom: 1px solid var(--ce-line);
}
.ce-step-list li {
  display: grid;
  grid-template-columns: 22px minmax(84px, 1fr) auto minmax(0, 1.3fr);
  gap: 8px;
  align-items: center;
  min-height: var(--ce-trow);
  padding: 0 12px;
  border-bottom: 1px solid var(--ce-line);
  font-size: var(--ce-t1);
  cursor: pointer;
}
.ce-step-list li:hover {
  background: var(--ce-hover);
}
.ce-step-list li[aria-selected='true'] {
  background: var(--ce-lnk);
  box-shadow: inset 2px 0 0 var(--ce-sel-bar);
}
.ce-step-list .ce-num {
  color: var(--ce-text3);
}
.ce-step-name {
  font-family: var(--ce-mono);
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.ce-step-change {
  overflow: hidden;
  text-align: right;
  text-overflow: ellipsis;
  white-space: nowrap;
}

/* the cut of AOTAutograd */
.ce-cut-row td {
  vertical-align: top;
  padding-top: 3px;
  padding-bottom: 3px;
}
.ce-cut-line {
  max-width: 0;
  width: 34%;
  overflow: hidden;
  text-overflow: ellipsis;
}
.ce .ce-kept {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto 62px 66px 64px;
  gap: 8px;
  align-items: center;
  width: 100%;
  min-height: 22px;
}
.ce .ce-kept:hover {
  background: var(--ce-hover);
}
.ce .ce-kept[data-mark='linked'] {
  background: var(--ce-lnk);
}
.ce .ce-kept[data-mark='selected'] {
  background: var(--ce-sel);
}
.ce-keep {
  display: inline-block;
  height: 7px;
  background: var(--ce-comp);
  border: 1px solid var(--ce-comp);
  border-radius: 1px;
}
.ce-keep[data-held='true'] {
  background: none;
}
@container (max-width: 560px) {
  .ce-cut-line {
    width: 50px;
    max-width: 50px;
  }
  .ce .ce-kept {
    grid-template-columns: minmax(0, 1fr) auto;
  }
  .ce .ce-kept :is(.ce-note, .ce-kept-bar) {
    display: none;
  }
}

.ce-fused {
  table-layout: fixed;
}
.ce-fused td {
  white-space: normal;
  overflow-wrap: anywhere;
  vertical-align: top;
  padding-top: 3px;
  padding-bottom: 3px;
}
.ce-fused td .ce-cell {
  font-family: var(--ce-mono);
}

/* the opened kernel */
.ce-kernels[data-open='true'] {
  display: flex;
  height: 100%;
}
.ce-kernels[data-open='true'] > .ce-kernel-table {
  flex: 0 1 38%;
  min-width: 300px;
  overflow: auto;
  scrollbar-width: thin;
}
.ce-opened {
  display: flex;
  flex: 1 1 62%;
  min-width: 0;
  border-left: 1px solid var(--ce-line);
}
.ce-opened-part {
  display: flex;
  flex-direction: column;
  flex: 1 1 0;
  min-width: 0;
  overflow: auto;
  scrollbar-width: thin;
}
.ce-opened-part + .ce-opened-part {
  border-left: 1px solid var(--ce-line);
}
.ce[data-width='medium'] .ce-opened,
.ce[data-width='narrow'] .ce-opened {
  flex-direction: column;
  overflow: auto;
}
.ce[data-width='narrow'] .ce-kernels[data-open='true'] {
  flex-direction: column;
  height: auto;
}
.ce[data-width='narrow'] .ce-opened {
  border-left: 0;
  border-top: 1px solid var(--ce-line);
}
.ce[data-width='medium'] .ce-opened-part + .ce-opened-part,
.ce[data-width='narrow'] .ce-opened-part + .ce-opened-part {
  border-left: 0;
  border-top: 1px solid var(--ce-line);
}
.ce[data-width='medium'] .ce-opened-part,
.ce[data-width='narrow'] .ce-opened-part {
  flex: none;
  max-height: 320px;
}

/* steps: the list, what the step changed, its rule; side by side where there is room */
.ce-step-all,
.ce-step-what {
  display: flex;
  flex-direction: column;
  min-width: 0;
}
.ce-step-what:has(.ce-graph) {
  height: 300px;
}
.ce-step-head {
  background: var(--ce-bg1);
  font-weight: 600;
}
.ce .ce-step-list li.ce-step-head {
  display: block;
  line-height: var(--ce-trow);
  cursor: default;
}
.ce-rule {
  padding: 10px 12px;
  border-top: 1px solid var(--ce-line);
  font-size: var(--ce-t1);
}
.ce-rule h3 {
  font: 600 var(--ce-t1) / 1.4 var(--ce-mono);
  margin-bottom: 6px;
  overflow-wrap: anywhere;
}
.ce-rule p {
  margin-top: 8px;
}
.ce-alone .ce-steps {
  display: grid;
  grid-template-columns: minmax(280px, 2fr) minmax(300px, 3fr) minmax(220px, 300px);
  height: 100%;
}
.ce-alone .ce-steps > * {
  overflow: auto;
  min-height: 0;
}
.ce-alone .ce-step-list {
  max-height: none;
  flex: 1;
  border-bottom: 0;
}
.ce-alone .ce-step-what {
  border: solid var(--ce-line);
  border-width: 0 1px;
}
.ce-alone .ce-step-what:has(.ce-graph) {
  height: auto;
}
.ce-alone .ce-rule {
  border-top: 0;
}
.ce-panel-body:has(.ce-kernels[data-open='true']) {
  height: min(max(var(--ce-panel-height), 340px), 60vh);
}
.ce-kernel-table .ce-m {
  max-width: 220px;
}
.ce[data-width='wide'] .ce-kernels:not([data-open='true']) .ce-kernel-table .ce-m {
  max-width: 420px;
}

/* the joint graph in small */
.ce-cut-both {
  container: ce-cut / inline-size;
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
}
.ce-cut-both > .ce-tbl {
  flex: 1 1 520px;
  min-width: 0;
}
.ce-joint {
  flex: 0 1 250px;
  margin: 0;
  padding: 8px 12px;
}
.ce-joint h3 {
  font: 600 var(--ce-t0) / 1.2 var(--ce-ui);
  color: var(--ce-text3);
}
.ce-joint svg {
  display: block;
  width: 230px;
  max-width: 100%;
}
.ce-joint text {
  fill: var(--ce-text3);
  font: 9px var(--ce-ui);
}
.ce-joint-ops {
  fill: var(--ce-comp);
}
.ce-joint-cut {
  stroke: var(--ce-line2);
  stroke-dasharray: 3 3;
}
.ce-joint-again {
  stroke: var(--ce-warn);
  stroke-width: 2;
}
.ce-joint-kept {
  fill: none;
  stroke: var(--ce-line2);
  cursor: pointer;
}
.ce-joint-kept:hover,
.ce-joint-kept[data-mark] {
  stroke: var(--ce-sel-bar);
}
.ce-again {
  color: var(--ce-warn);
}

/* the ledger */
.ce-ledger .ce-tbl td.ce-ell {
  max-width: 190px;
}
.ce-ledger .ce-cell.ce-m {
  max-width: 260px;
}
.ce-ledger-row {
  cursor: pointer;
}
.ce-ledger-row[data-tone='grey'] {
  color: var(--ce-text3);
}
.ce-ledger-row[data-tone='strong'] .ce-ledger-word,
.ce-ledger-row[data-tone='slower'] .ce-ledger-word,
.ce-ledger-row[data-kind='total'] {
  font-weight: 600;
}
.ce-ledger-row[data-tone='slower'] .ce-ledger-word {
  color: var(--ce-break);
}
.ce-ledger-row[data-kind='break'] {
  background: var(--ce-break-bg, color-mix(in srgb, var(--ce-break) 7%, transparent));
}
.ce-ledger-row[data-kind='gap'] {
  background: repeating-linear-gradient(135deg, transparent 0 6px, var(--ce-line) 6px 7px);
}
.ce-ledger-row[data-kind='total'] td {
  border-top: 1px solid var(--ce-line2);
}
.ce .ce-ledger-bar {
  width: 46px;
  padding-left: 0;
}
.ce-bar.ce-bar-eager {
  background: var(--ce-eager);
}
.ce-ledger-row[data-tone='grey'] .ce-bar {
  opacity: 0.55;
}
.ce-ratio {
  display: block;
}
.ce-ratio-noise {
  fill: var(--ce-bg2);
}
.ce-ratio-one {
  stroke: var(--ce-text3);
}
.ce-ratio-bar {
  fill: var(--ce-line2);
}
.ce-ratio-whisker {
  fill: none;
  stroke: var(--ce-text);
}
.ce-ratio-dot {
  fill: var(--ce-text);
}
.ce-ratio[data-sure='false'] :is(.ce-ratio-whisker, .ce-ratio-dot) {
  stroke: var(--ce-text3);
  fill: var(--ce-bg);
}
.ce-ledger-controls td,
.ce-ledger-controls th {
  border-top: 1px solid var(--ce-line2);
}
.ce-ledger-notes {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 24px;
  padding: 10px 12px;
  font-size: var(--ce-t1);
  color: var(--ce-text2);
}
.ce-ledger-notes p {
  flex: 1 1 260px;
  max-width: 440px;
}
.ce-measured .ce-tbl {
  margin-bottom: 8px;
}
.ce-measured .ce-tbl :is(th, td) {
  padding-inline: 5px;
}
.ce-measured .ce-tbl :is(th, td):first-child {
  padding-left: 8px;
  white-space: normal;
  overflow-wrap: anywhere;
}
.ce-under {
  display: block;
}
.ce[data-width='narrow'] :is(.ce-wider, .ce-widest),
.ce[data-width='medium'] .ce-widest {
  display: none;
}
.ce[data-width='narrow'] .ce-ledger .ce-cell.ce-m {
  max-width: 130px;
}
.ce[data-width='narrow'] .ce-ledger-bar {
  width: 0;
  padding: 0;
}
.ce[data-width='narrow'] .ce-ledger-bar i {
  display: none;
}
.ce[data-width='narrow'] .ce-ledger :is(td, th) {
  padding-inline: 4px;
}
.ce[data-width='narrow'] .ce-kernels[data-open='true'] > .ce-kernel-table {
  flex: none;
  max-height: 260px;
}
`,""]),a.d(t,{},{A:i})},523(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* Panes side by side, their heads, and the narrow forms. */
.ce-panes {
  display: grid;
  flex: 1 1 0;
  min-height: 0;
  min-width: 0;
  grid-template-columns: minmax(0, 4fr) minmax(0, 3fr) minmax(0, 3fr) minmax(0, 2fr);
  grid-template-rows: minmax(0, 1fr);
}
.ce[data-width='medium'] .ce-panes {
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
}
.ce[data-width='narrow'] .ce-panes {
  grid-template-columns: minmax(0, 1fr);
}
.ce-pane,
.ce-side {
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  overflow: hidden;
  background: var(--ce-bg);
  container-type: inline-size;
}
.ce-panes > * {
  border-right: 1px solid var(--ce-line);
}
.ce-panes > :last-child {
  border-right: 0;
}
.ce-side > .ce-pane {
  flex: 1;
}
.ce-ph {
  display: flex;
  align-items: center;
  gap: var(--ce-s2);
  min-height: 28px;
  flex: none;
  padding: 0 var(--ce-s2) 0 var(--ce-s3);
  border-bottom: 1px solid var(--ce-line);
  font-size: var(--ce-t1);
  white-space: nowrap;
  min-width: 0;
}
.ce-ph b {
  font-weight: 600;
  flex: none;
}
.ce-ph-name {
  font-family: var(--ce-mono);
  color: var(--ce-text2);
  overflow: hidden;
  text-overflow: ellipsis;
  min-width: 0;
}
.ce-item {
  min-width: 0;
  max-width: 170px;
  height: 20px;
  border: 0;
  background: var(--ce-bg);
  color: var(--ce-text2);
  font-size: var(--ce-t1);
  text-overflow: ellipsis;
}
.ce-pb {
  flex: 1;
  min-height: 0;
  overflow: auto;
  scrollbar-width: thin;
  scrollbar-color: var(--ce-line2) transparent;
  position: relative;
}
.ce-side-tabs,
.ce-places {
  display: flex;
  flex: none;
  gap: 0;
  border-bottom: 1px solid var(--ce-line);
  background: var(--ce-bg1);
}
.ce-side-tabs button {
  padding: 0 12px;
  min-height: 28px;
  font-size: var(--ce-t1);
  color: var(--ce-text2);
}
.ce-places button {
  flex: 1;
  min-height: 36px;
  text-align: center;
  font-size: var(--ce-t1);
  color: var(--ce-text2);
}
.ce-side-tabs button[aria-selected='true'],
.ce-places button[aria-selected='true'] {
  color: var(--ce-text);
  font-weight: 600;
  background: var(--ce-bg);
  box-shadow: inset 0 2px 0 var(--ce-text);
}
.ce-side-tabs button:focus-visible,
.ce-places button:focus-visible {
  outline-offset: -2px;
}
.ce-peek {
  flex: none;
  padding: 4px 12px;
  background: var(--ce-lnk);
  border-top: 1px solid var(--ce-line);
  font-size: var(--ce-t1);
}
.ce-peek p {
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 24px;
  min-width: 0;
  white-space: nowrap;
}
.ce-peek .ce-note {
  color: var(--ce-text2);
}

.ce .ce-panes.ce-alone {
  grid-template-columns: minmax(0, 1fr);
}
.ce[data-width='wide'] .ce-panes.ce-alone {
  grid-template-columns: minmax(0, 5fr) minmax(0, 1fr);
}
.ce-ibtn[aria-pressed='true'] {
  background: var(--ce-bg2);
  color: var(--ce-text);
}
.ce[data-width='narrow'] .ce-stage .ce-ph > .ce-ibtn {
  display: none;
}
`,""]),a.d(t,{},{A:i})},206(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* The pipeline strip. */
.ce-pipe {
  display: flex;
  align-items: stretch;
  min-height: 44px;
  flex: none;
  border-bottom: 1px solid var(--ce-line);
  background: var(--ce-bg1);
  min-width: 0;
}
.ce-pick {
  display: flex;
  align-items: center;
  gap: 6px;
  flex: none;
  padding: 0 var(--ce-s3);
  border-right: 1px solid var(--ce-line);
  font-size: var(--ce-t1);
  white-space: nowrap;
}
.ce-pick select {
  max-width: 230px;
  height: 26px;
  border: 0;
  background: var(--ce-bg1);
  color: var(--ce-text);
  font-weight: 600;
  font-size: var(--ce-t1);
  text-overflow: ellipsis;
}
.ce-pick option {
  background: var(--ce-bg);
  font-weight: 400;
}
.ce-stages {
  display: flex;
  flex: 1;
  min-width: 0;
  overflow-x: auto;
  scrollbar-width: none;
}
.ce .ce-stg {
  position: relative;
  flex: 1 1 auto;
  display: flex;
  flex-direction: column;
  justify-content: center;
  gap: 1px;
  padding: 0 8px 0 12px;
  min-width: min-content;
}
.ce-stg::after {
  content: '';
  position: absolute;
  right: -4px;
  top: 50%;
  width: 7px;
  height: 7px;
  border-top: 1px solid var(--ce-line2);
  border-right: 1px solid var(--ce-line2);
  transform: translateY(-50%) rotate(45deg);
}
.ce-stg:last-child::after {
  display: none;
}
.ce-stg:focus-visible {
  outline-offset: -3px;
}
.ce-stg-name {
  font-size: var(--ce-t1);
  display: flex;
  gap: 5px;
  align-items: center;
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
}
/* one line, cut by an ellipsis; it may wrap, so that only its longest word keeps the cell from shrinking */
.ce-stg-figure {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 1;
  font-size: var(--ce-t0);
  color: var(--ce-text3);
  overflow: hidden;
}
.ce-stg:hover:not([aria-pressed='true']) {
  background: var(--ce-hover);
}
.ce-stg[aria-pressed='true'] {
  background: var(--ce-bg);
  box-shadow: inset 0 2px 0 var(--ce-text);
}
.ce-stg[aria-pressed='true'] .ce-stg-name {
  font-weight: 600;
}
.ce-stg[data-state='absent'] .ce-stg-name,
.ce-stg[data-state='not_reached'] .ce-stg-name {
  color: var(--ce-text3);
}
.ce-stg[data-state='failed'] .ce-stg-name {
  color: var(--ce-break);
}
.ce-share {
  position: absolute;
  left: 12px;
  bottom: 0;
  max-width: calc(100% - 24px);
  height: 2px;
  background: var(--ce-comp);
  border-radius: 1px;
}
.ce[data-setting='cell'] .ce-pipe,
.ce[data-width='narrow'] .ce-pipe,
.ce[data-width='medium'] .ce-pipe {
  min-height: 30px;
  overflow-x: auto;
  scrollbar-width: none;
}
.ce:is([data-setting='cell'], [data-width='narrow'], [data-width='medium']) .ce-stages {
  overflow: visible;
}
.ce:is([data-setting='cell'], [data-width='narrow'], [data-width='medium']) .ce-stg {
  flex: none;
  flex-direction: row;
  align-items: center;
  gap: 6px;
  min-width: 0;
  padding: 0 12px;
}
.ce:is([data-setting='cell'], [data-width='narrow'], [data-width='medium'])
  .ce-stg:not([aria-pressed='true'])
  .ce-stg-figure {
  display: none;
}
.ce:is([data-setting='cell'], [data-width='narrow'], [data-width='medium']) .ce-pick {
  position: sticky;
  left: 0;
  background: var(--ce-bg1);
  z-index: 2;
}
.ce[data-width='narrow'] .ce-pick select {
  max-width: 130px;
}
`,""]),a.d(t,{},{A:i})},626(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* Dynamo step by step: the slider, four columns, the sentence at the foot. */
.ce-panel-body:has(.ce-stepper) {
  height: min(max(var(--ce-panel-height), 420px), 66vh);
}
.ce-stepper {
  display: flex;
  flex-direction: column;
  height: 100%;
}
.ce-slider {
  position: relative;
  flex: 1;
  min-width: 120px;
  height: 24px;
}
.ce-slider-part {
  position: absolute;
  top: 9px;
  height: 6px;
  background: var(--ce-ph-dynamo);
}
.ce-slider-part[data-thrown='true'] {
  background: repeating-linear-gradient(135deg, var(--ce-line2) 0 3px, var(--ce-bg2) 3px 6px);
}
.ce-slider-break {
  position: absolute;
  top: 2px;
  width: 2px;
  height: 20px;
  background: var(--ce-break);
}
.ce-slider input {
  position: absolute;
  inset: 0;
  width: 100%;
  margin: 0;
  appearance: none;
  background: none;
  cursor: pointer;
}
.ce-slider input::-webkit-slider-thumb {
  appearance: none;
  width: 4px;
  height: 20px;
  border-radius: 2px;
  background: var(--ce-text);
}
.ce-slider input::-moz-range-thumb {
  width: 4px;
  height: 20px;
  border: 0;
  border-radius: 2px;
  background: var(--ce-text);
}
.ce-step-columns {
  display: grid;
  grid-template-columns: 3fr 3fr 2.4fr 2.4fr;
  flex: 1;
  min-height: 0;
}
.ce-step-columns > section {
  position: relative;
  min-width: 0;
  overflow: auto;
  scrollbar-width: thin;
  border-right: 1px solid var(--ce-line);
}
.ce-step-columns h3 {
  position: sticky;
  top: 0;
  padding: 6px 12px;
  border-bottom: 1px solid var(--ce-line);
  background: var(--ce-bg);
  font: 600 var(--ce-t1) / 1.3 var(--ce-ui);
}
.ce[data-width='narrow'] .ce-step-columns,
.ce[data-width='medium'] .ce-step-columns {
  grid-template-columns: 1fr 1fr;
}
.ce[data-width='narrow'] .ce-step-columns {
  grid-template-columns: 1fr;
}
.ce-step-lines {
  padding: 4px 0;
  font: var(--ce-t1) / var(--ce-row) var(--ce-mono);
  overflow: hidden;
}
.ce-step-lines .ce-no {
  display: inline-block;
  width: 34px;
  margin-right: 10px;
}
.ce-step-lines [data-here] {
  background: var(--ce-lnk);
  box-shadow: inset 2px 0 0 var(--ce-sel-bar);
}
.ce-step-lines mark {
  background: var(--ce-sel);
  color: var(--ce-text);
  box-shadow: inset 0 -2px 0 var(--ce-sel-bar);
}
.ce-calls {
  padding: 6px 12px;
  font-size: var(--ce-t1);
}
.ce-ops li {
  display: grid;
  grid-template-columns: 34px 30px minmax(100px, auto) minmax(0, 1fr) auto;
  gap: 8px;
  padding: 0 10px;
  font: var(--ce-t1) / var(--ce-row) var(--ce-mono);
  white-space: nowrap;
  cursor: pointer;
}
.ce-ops .ce-note {
  overflow: hidden;
  max-width: 180px;
  text-overflow: ellipsis;
}
.ce-ops li:hover {
  background: var(--ce-hover);
}
.ce-ops li[data-moment] {
  background: var(--ce-break-bg);
}
.ce-ops li[aria-selected='true'] {
  background: var(--ce-sel);
  box-shadow: inset 2px 0 0 var(--ce-sel-bar);
  color: var(--ce-text);
}
.ce-ops .ce-num {
  color: var(--ce-text3);
}
.ce-ops li[aria-selected='true'] :is(.ce-num, .ce-note) {
  color: var(--ce-text);
}
.ce-values li,
.ce-values > div {
  display: flex;
  gap: 8px;
  padding: 3px 12px;
  border-bottom: 1px solid var(--ce-line);
  overflow-wrap: anywhere;
  font-size: var(--ce-t1);
}
.ce-values.ce-kv {
  display: block;
}
.ce-values dt {
  flex: none;
  min-width: 60px;
}
.ce-values [data-changed] {
  background: var(--ce-lnk);
}
.ce-grown {
  padding: 4px 12px;
  font: var(--ce-t1) / var(--ce-row) var(--ce-mono);
}
.ce-grown li {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.ce-grown [data-new]::before {
  content: '+ ';
  color: var(--ce-good);
}
.ce-grown [data-new] {
  background: color-mix(in srgb, var(--ce-good) 14%, transparent);
}
.ce-step-foot {
  padding: 6px 12px;
  border-top: 1px solid var(--ce-line);
  font-size: var(--ce-t1);
}
.ce-step-foot[data-moment='true'] {
  background: var(--ce-break-bg);
}
`,""]),a.d(t,{},{A:i})},430(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* Everything a view may use: no view defines a colour, a size or a font of its own.
   JupyterLab's variables come first, else our own values for the theme in force. */
:is(.ce-root, .ce-marked) {
  color-scheme: light;
  --ce-own-bg: #ffffff;
  --ce-own-line: #e2e5ea;
  --ce-own-line2: #c5cbd4;
  --ce-own-text: #1a1d23;
  --ce-own-text2: #4a515c;
  --ce-text3: #5f6773; /* not taken from Lab: its third colour is too pale on tinted rows */
  --ce-focus: #1d5bd8;
  --ce-link: #1d4fb8;
  /* you: the selection and everything linked to it */
  --ce-mark: #ffd23f;
  --ce-mark-pale: 19%;
  --ce-mark-strong: 48%;
  --ce-sel-bar: #a87800;
  --ce-hover: rgba(20, 30, 50, 0.045);
  /* trouble: warm hues only */
  --ce-tint: 7%;
  --ce-break: #b93413;
  --ce-warn: #865600;
  --ce-good: #1b7340;
  /* graphs: cool hues only; always with a number, and a pattern on bands */
  --ce-g1: #1b3a86;
  --ce-g2: #0e7568;
  --ce-g3: #b544b6;
  --ce-g4: #454b56;
  --ce-g5: #2b1a4d;
  --ce-on-g: #ffffff;
  /* time bars */
  --ce-eager: #8a93a1;
  --ce-comp: #3a4250;
  /* phases of a compile */
  --ce-ph-dynamo: #d6e0f4;
  --ce-ph-guard: #e6dff0;
  --ce-ph-aot: #d5e9e2;
  --ce-ph-ind: #f0e6d3;
  --ce-ph-gxx: #e4e7ec;
  --ce-ph-run: #f7d9cf;
  --ce-hatch: rgba(30, 40, 60, 0.13);
  --ce-shadow: 0 1px 2px rgba(16, 24, 40, 0.06), 0 8px 24px rgba(16, 24, 40, 0.12);

  --ce-bg: var(--jp-layout-color1, var(--ce-own-bg));
  --ce-line: var(--jp-border-color2, var(--ce-own-line));
  --ce-line2: var(--jp-border-color1, var(--ce-own-line2));
  --ce-text: var(--jp-ui-font-color0, var(--ce-own-text));
  --ce-text2: var(--jp-ui-font-color1, var(--ce-own-text2));
  /* surfaces and tints are mixed from the ground and ink in force, so that they sit right on any Lab theme */
  --ce-bg1: color-mix(in srgb, var(--ce-text) 3.5%, var(--ce-bg));
  --ce-bg2: color-mix(in srgb, var(--ce-text) 9%, var(--ce-bg));
  --ce-lnk: color-mix(in srgb, var(--ce-mark) var(--ce-mark-pale), var(--ce-bg));
  --ce-sel: color-mix(in srgb, var(--ce-mark) var(--ce-mark-strong), var(--ce-bg));
  --ce-break-bg: color-mix(in srgb, var(--ce-break) var(--ce-tint), var(--ce-bg));
  --ce-break-line: color-mix(in srgb, var(--ce-break) 28%, var(--ce-bg));
  --ce-warn-bg: color-mix(in srgb, var(--ce-warn) var(--ce-tint), var(--ce-bg));
  --ce-warn-line: color-mix(in srgb, var(--ce-warn) 28%, var(--ce-bg));
  --ce-add: color-mix(in srgb, var(--ce-good) 13%, var(--ce-bg));
  --ce-del: color-mix(in srgb, var(--ce-break) 13%, var(--ce-bg));

  --ce-ui: var(
    --jp-ui-font-family,
    system-ui,
    -apple-system,
    'Segoe UI',
    Roboto,
    'Helvetica Neue',
    'Liberation Sans',
    Arial,
    sans-serif
  );
  --ce-mono: var(
    --jp-code-font-family,
    ui-monospace,
    'SF Mono',
    'Cascadia Code',
    Menlo,
    Consolas,
    'DejaVu Sans Mono',
    monospace
  );
  /* the whole type scale: labels, code and tables, body, card titles, reserved */
  --ce-t0: 11px;
  --ce-t1: 12px;
  --ce-t2: 13px;
  --ce-t3: 15px;
  --ce-t4: 20px;
  --ce-row: 20px; /* a code line */
  --ce-trow: 26px; /* a table row */
  --ce-s1: 4px;
  --ce-s2: 8px;
  --ce-s3: 12px;
  --ce-s4: 16px;
  --ce-s5: 24px;
  --ce-r: 4px;
  --ce-r2: 8px;
  --ce-ease: 120ms cubic-bezier(0.2, 0, 0, 1);
}

.ce-root[data-size='large'] {
  --ce-t0: 14px;
  --ce-t1: 16px;
  --ce-t2: 17px;
  --ce-t3: 20px;
  --ce-row: 26px;
  --ce-trow: 34px;
}

/* \`data-theme\` is what the viewer found to be in force: the host's theme, the reader's choice, or the system's */
.ce-root[data-theme='dark'],
[data-jp-theme-light='false'] .ce-marked {
  color-scheme: dark;
  --ce-own-bg: #15171b;
  --ce-own-line: #2a2f37;
  --ce-own-line2: #444c58;
  --ce-own-text: #e4e7ec;
  --ce-own-text2: #b0b8c4;
  --ce-text3: #929ba9;
  --ce-focus: #8ab4ff;
  --ce-link: #9dc0ff;
  --ce-mark: #e3b63f;
  --ce-mark-pale: 13%;
  --ce-mark-strong: 32%;
  --ce-sel-bar: #e3b63f;
  --ce-hover: rgba(255, 255, 255, 0.05);
  --ce-tint: 11%;
  --ce-break: #ff8f70;
  --ce-warn: #e9b44c;
  --ce-good: #66cf8f;
  --ce-g1: #a3c6f5;
  --ce-g2: #36bd9d;
  --ce-g3: #df5cdb;
  --ce-g4: #7b8492;
  --ce-g5: #e3f4ff;
  --ce-on-g: #101317;
  --ce-eager: #6b7482;
  --ce-comp: #cdd4de;
  --ce-ph-dynamo: #2b3a58;
  --ce-ph-guard: #3f3350;
  --ce-ph-aot: #21453b;
  --ce-ph-ind: #4a3d26;
  --ce-ph-gxx: #2d323a;
  --ce-ph-run: #5a3328;
  --ce-hatch: rgba(255, 255, 255, 0.09);
  --ce-shadow: 0 1px 2px rgba(0, 0, 0, 0.5), 0 10px 30px rgba(0, 0, 0, 0.55);
}

/* The reader's choice, where JupyterLab's own theme is another one. */
.ce-root[data-chosen='true'] {
  --ce-bg: var(--ce-own-bg);
  --ce-line: var(--ce-own-line);
  --ce-line2: var(--ce-own-line2);
  --ce-text: var(--ce-own-text);
  --ce-text2: var(--ce-own-text2);
}

@media (prefers-reduced-motion: reduce) {
  :is(.ce-root, .ce-marked) {
    --ce-ease: 0ms linear;
  }
}
`,""]),a.d(t,{},{A:i})},741(e,t,a){var r=a(601),c=a.n(r),o=a(314),i=(a.n(o))()(c());i.push([e.id,`/* The verdict bar and the three things to do first. */
.ce-verdict {
  flex: none;
  border-bottom: 1px solid var(--ce-line);
}
.ce-v1,
.ce-v2 {
  display: flex;
  align-items: center;
  gap: var(--ce-s2);
  min-height: 36px;
  padding: 0 var(--ce-s3);
  min-width: 0;
}
.ce-v2 {
  border-top: 1px solid var(--ce-line);
  gap: 0;
}
.ce-v1 h1 {
  font: 600 var(--ce-t2) / 1.2 var(--ce-ui);
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
  max-width: 40%;
  flex: none;
}
.ce-place {
  font-family: var(--ce-mono);
  font-size: var(--ce-t1);
  color: var(--ce-text2);
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
  min-width: 0;
  max-width: 30%;
  flex: none;
}
.ce-place:hover {
  text-decoration: underline;
}
.ce-heading {
  color: var(--ce-text2);
  font-size: var(--ce-t1);
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  min-width: 0;
  flex: 0 1 auto;
}
.ce-search-open {
  flex: none;
  display: flex;
  align-items: center;
  gap: 6px;
  border: 1px solid var(--ce-line2);
  border-radius: var(--ce-r);
  height: 24px;
  padding: 0 6px;
  color: var(--ce-text3);
  font-size: var(--ce-t1);
  background: var(--ce-bg);
}
.ce-search-open kbd {
  margin-left: 24px;
}
.ce-facts {
  display: flex;
  align-items: center;
  flex: none;
}
.ce-facts > li {
  border-right: 1px solid var(--ce-line);
  padding: 0 var(--ce-s3);
}
.ce-facts > li:first-child {
  padding-left: 0;
}
.ce-fact {
  display: inline-flex;
  align-items: baseline;
  gap: 5px;
  white-space: nowrap;
  color: var(--ce-text2);
  font-size: var(--ce-t1);
  line-height: 24px;
}
.ce-fact b {
  font-size: var(--ce-t2);
  color: var(--ce-text);
  font-weight: 600;
}
.ce-fact .ce-ic {
  align-self: center;
}
button.ce-fact:hover {
  color: var(--ce-text);
  text-decoration: underline;
  text-decoration-color: var(--ce-line2);
  text-underline-offset: 3px;
}
.ce-fact[data-trouble='break'],
.ce-fact[data-trouble='break'] b {
  color: var(--ce-break);
}
.ce-fact[data-trouble='warn'],
.ce-fact[data-trouble='warn'] b {
  color: var(--ce-warn);
}
.ce-worst {
  display: flex;
  align-items: center;
  gap: 7px;
  min-width: 0;
  flex: 1;
  padding-left: var(--ce-s3);
  font-size: var(--ce-t1);
  color: var(--ce-text2);
}
.ce-worst-text {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  min-width: 0;
}
.ce-worst-text b {
  color: var(--ce-text);
  font-weight: 600;
}
.ce-next {
  color: var(--ce-text3);
  white-space: nowrap;
  min-height: 24px;
}
.ce-todo {
  display: flex;
  flex-wrap: wrap;
  gap: 2px var(--ce-s4);
  padding: 4px var(--ce-s3);
  border-top: 1px solid var(--ce-line);
  background: var(--ce-bg1);
  font-size: var(--ce-t1);
}
.ce-todo li {
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  max-width: 100%;
  color: var(--ce-text2);
}
.ce-todo-no {
  color: var(--ce-text3);
  font-weight: 600;
}
.ce-todo-text {
  min-width: 0;
}
.ce-problems {
  padding: 4px var(--ce-s3);
  font-size: var(--ce-t1);
  color: var(--ce-warn);
  background: var(--ce-warn-bg);
}
.ce-menu {
  position: relative;
}
.ce-menu-card {
  position: absolute;
  right: 0;
  top: 28px;
  z-index: 20;
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 4px;
  padding: 10px 14px;
  font-size: var(--ce-t1);
}
.ce[data-width='medium'] .ce-v2,
.ce[data-width='narrow'] .ce-v2,
.ce[data-setting='cell'] .ce-v2 {
  flex-direction: column;
  align-items: stretch;
  padding: 0;
}
.ce[data-width='medium'] .ce-facts,
.ce[data-setting='cell'] .ce-facts {
  min-height: 36px;
  padding: 0 var(--ce-s3);
}
.ce:is([data-width='medium'], [data-setting='cell']) .ce-facts > li:last-child {
  border-right: 0;
}
.ce[data-width='medium'] .ce-worst,
.ce[data-width='narrow'] .ce-worst,
.ce[data-setting='cell'] .ce-worst {
  min-height: 28px;
  padding: 4px var(--ce-s3);
  border-top: 1px solid var(--ce-line);
}
.ce[data-width='medium'] .ce-worst[data-kind='break'],
.ce[data-width='narrow'] .ce-worst[data-kind='break'],
.ce[data-width='medium'] .ce-worst[data-severity='error'],
.ce[data-width='narrow'] .ce-worst[data-severity='error'],
.ce[data-setting='cell'] .ce-worst[data-kind='break'] {
  background: var(--ce-break-bg);
  border-color: var(--ce-break-line);
}
.ce[data-width='narrow'] .ce-facts {
  display: grid;
  grid-template-columns: repeat(3, auto);
  padding: 4px var(--ce-s3);
}
.ce[data-width='narrow'] .ce-facts > li {
  border: 0;
  padding: 0;
}
.ce[data-width='narrow'] .ce-facts > li:last-child {
  grid-column: span 2;
}
.ce[data-width='narrow'] .ce-worst {
  flex-wrap: wrap;
}
.ce[data-width='narrow'] .ce-worst-text {
  white-space: normal;
  flex: 1 1 80%;
}
.ce[data-width='narrow'] .ce-wide,
.ce[data-width='medium'] .ce-wide,
.ce[data-width='narrow'] .ce-place {
  display: none;
}

.ce-todo-more {
  display: none;
}
.ce:is([data-setting='cell'], [data-width='narrow']) .ce-todo[data-all='false'] li:not(:first-child) {
  display: none;
}
.ce:is([data-setting='cell'], [data-width='narrow']) .ce-todo-more {
  display: inline;
}
`,""]),a.d(t,{},{A:i})},314(e){e.exports=function(e){var t=[];return t.toString=function(){return this.map(function(t){var a="",r=void 0!==t[5];return t[4]&&(a+="@supports (".concat(t[4],") {")),t[2]&&(a+="@media ".concat(t[2]," {")),r&&(a+="@layer".concat(t[5].length>0?" ".concat(t[5]):""," {")),a+=e(t),r&&(a+="}"),t[2]&&(a+="}"),t[4]&&(a+="}"),a}).join("")},t.i=function(e,a,r,c,o){"string"==typeof e&&(e=[[null,e,void 0]]);var i={};if(r)for(var n=0;n<this.length;n++){var d=this[n][0];null!=d&&(i[d]=!0)}for(var l=0;l<e.length;l++){var p=[].concat(e[l]);r&&i[p[0]]||(void 0!==o&&(void 0===p[5]||(p[1]="@layer".concat(p[5].length>0?" ".concat(p[5]):""," {").concat(p[1],"}")),p[5]=o),a&&(p[2]&&(p[1]="@media ".concat(p[2]," {").concat(p[1],"}")),p[2]=a),c&&(p[4]?(p[1]="@supports (".concat(p[4],") {").concat(p[1],"}"),p[4]=c):p[4]="".concat(c)),t.push(p))}},t}},417(e){e.exports=function(e,t){return(t||(t={}),e&&(e=String(e.__esModule?e.default:e),/^['"].*['"]$/.test(e)&&(e=e.slice(1,-1)),t.hash&&(e+=t.hash),/["'() \t\n]|(%20)/.test(e)||t.needQuotes))?'"'.concat(e.replace(/"/g,'\\"').replace(/\n/g,"\\n"),'"'):e}},601(e){e.exports=function(e){return e[1]}},636(e,t,a){a.r(t);var r=a(72),c=a.n(r),o=a(825),i=a.n(o),n=a(659),d=a.n(n),l=a(56),p=a.n(l),s=a(540),x=a.n(s),g=a(113),h=a.n(g),v=a(247),b={};b.styleTagTransform=h(),b.setAttributes=p(),b.insert=d().bind(null,"head"),b.domAPI=i(),b.insertStyleElement=x(),c()(v.A,b);let f=v.A&&v.A.locals?v.A.locals:void 0;a.d(t,{},{default:f})},72(e){var t=[];function a(e){for(var a=-1,r=0;r<t.length;r++)if(t[r].identifier===e){a=r;break}return a}function r(e,r){for(var c={},o=[],i=0;i<e.length;i++){var n=e[i],d=r.base?n[0]+r.base:n[0],l=c[d]||0,p="".concat(d," ").concat(l);c[d]=l+1;var s=a(p),x={css:n[1],media:n[2],sourceMap:n[3],supports:n[4],layer:n[5]};if(-1!==s)t[s].references++,t[s].updater(x);else{var g=function(e,t){var a=t.domAPI(t);return a.update(e),function(t){t?(t.css!==e.css||t.media!==e.media||t.sourceMap!==e.sourceMap||t.supports!==e.supports||t.layer!==e.layer)&&a.update(e=t):a.remove()}}(x,r);r.byIndex=i,t.splice(i,0,{identifier:p,updater:g,references:1})}o.push(p)}return o}e.exports=function(e,c){var o=r(e=e||[],c=c||{});return function(e){e=e||[];for(var i=0;i<o.length;i++){var n=a(o[i]);t[n].references--}for(var d=r(e,c),l=0;l<o.length;l++){var p=a(o[l]);0===t[p].references&&(t[p].updater(),t.splice(p,1))}o=d}}},659(e){var t={};e.exports=function(e,a){var r=function(e){if(void 0===t[e]){var a=document.querySelector(e);if(window.HTMLIFrameElement&&a instanceof window.HTMLIFrameElement)try{a=a.contentDocument.head}catch(e){a=null}t[e]=a}return t[e]}(e);if(!r)throw Error("Couldn't find a style target. This probably means that the value for the 'insert' parameter is invalid.");r.appendChild(a)}},540(e){e.exports=function(e){var t=document.createElement("style");return e.setAttributes(t,e.attributes),e.insert(t,e.options),t}},56(e,t,a){e.exports=function(e){var t=a.nc;t&&e.setAttribute("nonce",t)}},825(e){e.exports=function(e){if("u"<typeof document)return{update:function(){},remove:function(){}};var t=e.insertStyleElement(e);return{update:function(a){var r,c,o;r="",a.supports&&(r+="@supports (".concat(a.supports,") {")),a.media&&(r+="@media ".concat(a.media," {")),(c=void 0!==a.layer)&&(r+="@layer".concat(a.layer.length>0?" ".concat(a.layer):""," {")),r+=a.css,c&&(r+="}"),a.media&&(r+="}"),a.supports&&(r+="}"),(o=a.sourceMap)&&"u">typeof btoa&&(r+="\n/*# sourceMappingURL=data:application/json;base64,".concat(btoa(unescape(encodeURIComponent(JSON.stringify(o))))," */")),e.styleTagTransform(r,t,e.options)},remove:function(){var e;null===(e=t).parentNode||e.parentNode.removeChild(e)}}}},113(e){e.exports=function(e,t){if(t.styleSheet)t.styleSheet.cssText=e;else{for(;t.firstChild;)t.removeChild(t.firstChild);t.appendChild(document.createTextNode(e))}}},304(e){e.exports="data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 16 16%27 fill=%27none%27 stroke=%27black%27 stroke-width=%271.5%27%3E%3Ccircle cx=%278%27 cy=%278%27 r=%275%27 stroke-dasharray=%272.2 2.2%27/%3E%3C/svg%3E"},579(e){e.exports="data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 16 16%27 fill=%27none%27 stroke=%27black%27 stroke-width=%271.5%27%3E%3Ccircle cx=%278%27 cy=%278%27 r=%275.8%27/%3E%3Cpath d=%27M4.6 9.2 6.9 7 9.1 9 11.4 6.8%27/%3E%3C/svg%3E"},680(e){e.exports="data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 16 16%27 fill=%27none%27 stroke=%27black%27 stroke-width=%271.5%27%3E%3Cpath d=%27M8 14V9M5 2h6l-1 4 2 3H4l2-3z%27/%3E%3C/svg%3E"},658(e){e.exports="data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 16 16%27 fill=%27none%27 stroke=%27black%27 stroke-width=%271.6%27%3E%3Cpath d=%27M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3%27/%3E%3C/svg%3E"},979(e){e.exports="data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 16 16%27%3E%3Cpath fill-rule=%27evenodd%27 d=%27M8 1.4a6.6 6.6 0 1 1 0 13.2A6.6 6.6 0 0 1 8 1.4ZM3.7 8.9l1.3 1.2 1.9-1.9 2.4 2.2 3-3.2-1.3-1.2-1.8 2-2.4-2.3Z%27/%3E%3C/svg%3E"}}]);