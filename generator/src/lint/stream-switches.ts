import type { Report } from '../diagnostics/diagnostic.js'
import type { Model } from '../model/model.js'
import { streamContent } from '../model/operations/contents.js'
import { switchField } from '../model/operations/stream-switch.js'

/** Reports `x-tagwire-stream` members that do not exist, or where there is no stream. */
export function lintStreamSwitches(model: Model, report: Report): void {
  const declarations = new Map(model.declarations.map((each) => [each.name, each]))
  for (const operation of model.operations) {
    const { streamSwitch, name } = operation
    if (!streamSwitch) continue
    const wrong = (message: string, help: string): void =>
      report({ code: 'TW6002', severity: 'error', message, at: streamSwitch.source, help })
    if (!streamContent(operation)) {
      wrong(
        `x-tagwire-stream: no response of ${name} is a stream`,
        'Describe a response of text/event-stream, application/jsonl or application/json-seq.',
      )
    } else if (switchField(operation, declarations) === undefined) {
      wrong(
        `x-tagwire-stream: ${name} takes no ${JSON.stringify(streamSwitch.member)}`,
        'Name a parameter, or a member of the body.',
      )
    }
  }
}
