/* The graph of the bench: a deep network as a report, with as many nodes as asked for; the same every time. */

/** A document whose one graph has about `count` nodes: blocks of 25 lines, residuals, branches, views and weights. */
export function benchReport(count) {
  const nodes = new Network(count).nodes;
  const graph = { ref: '0/0/fwd/aot/graph.graph', name: 'graph', nodes };
  const stage = { stage: 'aot', direction: 'fwd', graphs: [graph] };
  const compilation = { key: '0/0', id: '0/0', function: 'Net.forward', stages: [stage] };
  return { schema: 1, program: { name: 'bench' }, environment: {}, compilations: [compilation] };
}

/** The reports' only graph. */
export function graphOf(report) {
  return report.compilations[0].stages[0].graphs[0];
}

class Network {
  nodes = [];

  constructor(count) {
    this.random = mulberry(1);
    let last = this.add('placeholder', 'x', [], null);
    for (let block = 0; this.nodes.length < count - 1; block++) last = this.block(block, last, count - 1);
    this.add('output', 'output', [last], null);
  }

  /** Lines of one to six ops each; some split in two, some skip ahead to the end of the block. */
  block(number, input, limit) {
    let last = input;
    for (let line = 0; line < 25 && this.nodes.length < limit; line++) {
      const place = {
        file: 'net.py',
        line: 10 + line,
        function: `Block${number % 7}.forward`,
        source: `x = step_${line}(x)`,
      };
      last = this.line(last, input, place, limit);
    }
    return last;
  }

  line(last, skipped, place, limit) {
    const length = 1 + Math.floor(this.random() * 6);
    let side = last;
    for (let op = 0; op < length && this.nodes.length < limit; op++) {
      const share = this.random();
      if (share < 0.25) side = this.add('call_function', 'torch.ops.aten.relu.default', [last], place);
      else if (share < 0.4 && side !== last)
        last = this.add('call_function', 'torch.ops.aten.mul.Tensor', [last, side], place);
      else if (share < 0.45) last = this.add('call_function', 'torch.ops.aten.add.Tensor', [last, skipped], place);
      else last = this.add('call_function', 'torch.ops.aten.exp.default', [last], place);
    }
    return last;
  }

  add(op, target, inputs, place) {
    const name = op === 'call_function' ? `${target.split('.')[3]}_${this.nodes.length}` : target;
    const specs = [{ dtype: 'float32', shape: [8, 64, 64] }];
    const ref = `0/0/fwd/aot/node.${name}`;
    this.nodes.push({ ref, name, op, target, inputs, place, specs });
    return ref;
  }
}

function mulberry(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
