import { cell, code, paragraph } from '../../../generator/src/emit/readme/markdown.js'
import { propertyAccess, stringLiteral } from '../../../generator/src/emit/typescript/text.js'
import { valueText } from '../../../generator/src/emit/typescript/value-text.js'
import { inputForm } from '../../../generator/src/model/operations/inputs.js'
import type { Operation, Parameter } from '../../../generator/src/model/operations/operation.js'
import { dataOf } from '../../../generator/src/view/value.js'
import { firstSentence, type Page } from '../page.js'
import { type DescribedPackage, plainType } from './described-package.js'
import { placeholderValue } from './example-values.js'
import { fieldTable, shapeText } from './field-table.js'

export function operationPages(described: DescribedPackage): Page[] {
  return described.view.model.operations.map((operation) => operationPage(described, operation))
}

function operationPage(described: DescribedPackage, operation: Operation): Page {
  const kind = operation.binding.kind === 'http' ? 'operation' : 'method'
  return {
    path: `${described.folder}/${kind}s/${operation.name}`,
    kind,
    title: operation.name,
    summary: operation.summary ?? firstSentence(operation.doc),
    package: described.view.name,
    body: [
      operation.deprecated ? '**Deprecated.**' : '',
      operation.summary ? `**${cell(operation.summary)}.**` : '',
      bindingText(operation),
      paragraph(operation.doc ?? ''),
      callExample(described, operation),
      inputText(described, operation),
      outputText(described, operation),
      failureText(operation),
      behaviourText(operation),
    ]
      .filter((each) => each !== '')
      .join('\n\n'),
  }
}

function bindingText({ binding }: Operation): string {
  return binding.kind === 'http'
    ? `${code(binding.method)} \`${code(binding.path)}\``
    : `On the wire: \`${code(binding.method)}\``
}

/** A call that compiles as it stands. */
function callExample(described: DescribedPackage, operation: Operation): string {
  const { client, create, view } = described
  const given = givenText(described, operation)
  if (given === undefined) return ''
  const from = stringLiteral(view.name)
  const call = `${client}${propertyAccess(operation.name)}(${given})`
  if (operation.binding.kind === 'http') {
    return fenced(`import { ${create} } from ${from}

const ${client} = ${create}()
const answer = await ${call}`)
  }
  const carrier = operation.extensions.events || /^unsubscribe/.test(operation.name)
  const servers = view.model.servers.map((each) => each.url)
  const url = servers.find((each) => (carrier ? /^ws/ : /^http/).test(each)) ?? ''
  const transport = carrier ? 'webSocket' : 'http'
  const made = `const ${client} = ${create}({ transport: ${transport}(${stringLiteral(url)}) })`
  const used = operation.extensions.events
    ? `for await (const event of ${call}) console.log(event.data)`
    : `const answer = await ${call}`
  return fenced(`import { ${create}, ${transport} } from ${from}

${made}
${used}`)
}

/** The document's own example, else what has to be given; nothing where neither can be written down. */
function givenText({ byName }: DescribedPackage, operation: Operation): string | undefined {
  const events = operation.extensions.events
  if (events) return stringLiteral(`${events.key}='${events.kinds[0]?.name ?? ''}'`)
  const form = inputForm(operation)
  if (form.form === 'none') return ''
  if (form.form === 'body') {
    const request = operation.example?.request
    return request === undefined ? undefined : valueText(dataOf(request))
  }
  const bytes = new Set(operation.input.parameters.filter(isBytes).map(({ name }) => name))
  const needed = form.fields.filter((field) => field.required)
  const given = needed.map(({ name, shape }) => {
    return [name, bytes.has(name) ? '0x…' : placeholderValue(shape, byName)]
  })
  return needed.length === 0 ? '' : valueText(dataOf(Object.fromEntries(given)))
}

function isBytes({ encoding }: Parameter): boolean {
  return encoding?.jsonrpc === 'base64' || encoding?.jsonrpc === 'hex'
}

function fenced(program: string): string {
  return `\`\`\`ts\n${program}\n\`\`\``
}

function inputText(described: DescribedPackage, operation: Operation): string {
  const form = inputForm(operation)
  if (form.form === 'none') return '## Input\n\nNone.'
  if (form.form === 'body') return `## Input\n\n${shapeText(described, form.shape)}`
  const optional = form.required ? '' : ' May be left out.'
  return `## Input\n\n\`${form.name}\`.${optional}\n\n${fieldTable(form.fields)}`
}

function outputText(described: DescribedPackage, { outputs }: Operation): string {
  const shape = outputs[0]?.contents[0]?.shape
  return `## Answer\n\n${shape ? shapeText(described, shape) : 'Nothing.'}`
}

function failureText({ failures }: Operation): string {
  if (failures.length === 0) return ''
  const rows = failures.map(({ status, code: number, message, doc, contents }) => {
    const body = contents[0] ? `\`${code(plainType(contents[0].shape))}\`` : ''
    return `| ${status ?? number ?? ''} | ${body} | ${cell(doc ?? message)} |`
  })
  return ['## Failures\n', '| answer | body | when |', '|---|---|---|', ...rows].join('\n')
}

/** What the client does by itself, which no signature says. */
function behaviourText(operation: Operation): string {
  const waiter = operation.extensions.waiter
  const paginator = operation.extensions.paginator
  const repeated = operation.idempotent || operation.safe
  return [
    '## What the client does',
    '',
    repeated
      ? '- Repeating it is harmless: failed calls are retried.'
      : '- It changes something: it is sent once, whatever happens.',
    ...(waiter ? [`- \`${waiter.name}\` calls it until the end is reached.`] : []),
    ...(waiter?.watch ? [`- \`${waiter.watch}\` yields every change.`] : []),
    ...(paginator ? [`- \`${paginator.name}\` reads all pages, one item after the other.`] : []),
  ].join('\n')
}
