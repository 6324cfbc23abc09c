/* The screen: verdict, pipeline, panes and panels. */

import { useModel } from '../model';

export function App() {
  const { report, refused } = useModel();
  if (refused.value !== null) return <p class="ce-refused">{refused.value}</p>;
  return (
    <main class="ce">
      <h1>{report.value.program.name}</h1>
    </main>
  );
}
