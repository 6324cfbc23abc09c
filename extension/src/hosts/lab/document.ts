/* `*.explorer.json` and `*.explorer.json.gz` open as documents: the viewer in the main area. */

import type { JupyterFrontEnd } from '@jupyterlab/application';
import { ABCWidgetFactory, Base64ModelFactory, type DocumentRegistry, DocumentWidget } from '@jupyterlab/docregistry';
import { Widget, PanelLayout } from '@lumino/widgets';
import { decodeReport } from './files';
import { reportIcon } from './icon';
import { ViewerWidget, type Surroundings } from './view';

const FACTORY = 'Compile Explorer';

/** Registers the two file types and the widget that shows them. */
export function registerDocuments(app: JupyterFrontEnd, around: Surroundings): void {
  const types = [
    { name: 'compile-explorer-report', extension: '.explorer.json', fileFormat: 'text' as const, model: 'text' },
    {
      name: 'compile-explorer-report-gz',
      extension: '.explorer.json.gz',
      fileFormat: 'base64' as const,
      model: 'base64',
    },
  ];
  const registry = app.docRegistry;
  if (!registry.getModelFactory?.('base64')) registry.addModelFactory(new Base64ModelFactory());
  for (const { name, extension, fileFormat, model } of types) {
    registry.addFileType({
      name,
      displayName: 'Compile Explorer report',
      extensions: [extension],
      mimeTypes: ['application/json'],
      contentType: 'file',
      fileFormat,
      icon: reportIcon,
    });
    const options = { name: `${FACTORY}${model === 'base64' ? ' (compressed)' : ''}`, modelName: model };
    registry.addWidgetFactory(
      new Factory({ ...options, fileTypes: [name], defaultFor: [name], readOnly: true }, around, fileFormat),
    );
  }
}

class Factory extends ABCWidgetFactory<DocumentWidget> {
  constructor(
    options: DocumentRegistry.IWidgetFactoryOptions<DocumentWidget>,
    private readonly around: Surroundings,
    private readonly format: 'text' | 'base64',
  ) {
    super(options);
  }

  protected createNewWidget(context: DocumentRegistry.Context): DocumentWidget {
    const content = new ReportFile(context, this.around, this.format);
    const widget = new DocumentWidget({ context, content });
    widget.title.icon = reportIcon;
    return widget;
  }
}

/** The content of the document: the viewer, or one sentence why there is none. */
class ReportFile extends Widget {
  constructor(
    private readonly context: DocumentRegistry.Context,
    private readonly around: Surroundings,
    private readonly format: 'text' | 'base64',
  ) {
    super();
    this.addClass('ce-lab-document');
    this.layout = new PanelLayout();
    void context.ready.then(() => {
      void this.draw();
      context.model.contentChanged.connect(() => void this.draw());
    });
  }

  private async draw(): Promise<void> {
    let next: Widget;
    try {
      const document = await decodeReport(this.context.model.toString(), this.format);
      next = new ViewerWidget({ document, id: null, sideFile: null }, this.around, 'main');
    } catch (error) {
      next = new Widget();
      next.addClass('ce-lab-refused');
      next.node.textContent = `${this.context.path} cannot be opened: ${error instanceof Error ? error.message : ''}`;
    }
    if (this.isDisposed) return next.dispose();
    for (const old of [...this.children()]) old.dispose();
    (this.layout as PanelLayout).addWidget(next);
  }
}
