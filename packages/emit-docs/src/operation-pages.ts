import type { Operation } from 'tagwire/emitter'
import { callProgram, isOfSubscriptions } from './calls.js'
import type { DescribedPackage } from './described-package.js'
import { fieldTable, shapeText } from './field-table.js'
import { type Page, program, sections } from './page.js'

export function operationPage(
  described: DescribedPackage,
  operation: Operation,
): Pick<Page, 'body'> {
  const { cell, paragraph } = described.structures.markdown
  const { deprecated, doc, replacedBy, summary } = operation
  const call = described.names.parts.includes('client')
    ? callProgram(described, operation)
    : undefined
  return {
    body: sections(
      deprecated ? `**Deprecated.**${replacedBy ? ` ${cell(replacedBy)}` : ''}` : '',
      summary ? `**${cell(summary).replace(/\.$/, '')}.**` : '',
      bindingText(described, operation),
      paragraph(doc ?? ''),
      call === undefined ? '' : program(call),
      inputText(described, operation),
      outputText(described, operation),
      failureText(described, operation),
      behaviourText(described, operation),
    ),
  }
}

function bindingText({ structures }: DescribedPackage, { binding }: Operation): string {
  const { code } = structures.markdown
  return binding.kind === 'http'
    ? `${code(binding.method)} \`${code(binding.path)}\``
    : `JSON-RPC method: \`${code(binding.method)}\``
}

function inputText(described: DescribedPackage, operation: Operation): string {
  const { body, fields = [], required } = described.names.operation(operation)
  if (body) return `## Input\n\n${shapeText(described, body)}`
  const type = described.structures.module('docs').inputOf(operation)
  if (type === undefined) return '## Input\n\nNone.'
  const optional = required ? '' : ' Optional.'
  return `## Input\n\n\`${type}\`.${optional}\n\n${fieldTable(described, fields)}`
}

function outputText(described: DescribedPackage, { outputs }: Operation): string {
  const shape = outputs[0]?.contents[0]?.shape
  return `## Response\n\n${shape ? shapeText(described, shape) : 'Nothing.'}`
}

function failureText({ structures }: DescribedPackage, { failures }: Operation): string {
  if (failures.length === 0) return ''
  const { cell, code } = structures.markdown
  const rows = failures.map(({ status, code: number, message, doc, contents }) => {
    const body = contents[0] ? `\`${code(structures.typeText(contents[0].shape))}\`` : ''
    return `| ${status ?? number ?? ''} | ${body} | ${cell(doc ?? message)} |`
  })
  return ['## Errors\n', '| status or code | body | when |', '|---|---|---|', ...rows].join('\n')
}

/** What the client does on its own, which no signature says. */
function behaviourText(described: DescribedPackage, operation: Operation): string {
  if (!described.names.parts.includes('client')) return ''
  if (isOfSubscriptions(described, operation)) {
    return `## Behaviour\n\n- The client has no method for it: \`${described.client}.subscribe\` makes this call.`
  }
  const { paginator, waiter } = operation.extensions
  const isHarmless = operation.idempotent || operation.safe
  return [
    '## Behaviour',
    '',
    isHarmless
      ? '- Safe to repeat: failed calls are retried.'
      : '- Not safe to repeat: it is sent once.',
    ...(waiter ? [`- \`${waiter.name}\` repeats it until there is a final result.`] : []),
    ...(waiter?.watch ? [`- \`${waiter.watch}\` yields every change.`] : []),
    ...(paginator ? [`- \`${paginator.name}\` reads all pages and yields single items.`] : []),
  ].join('\n')
}
