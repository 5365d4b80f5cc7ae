import { findingOf } from '../../diagnostics/finding.js'
import { locatorOf } from '../../diagnostics/print.js'
import { MODEL_VERSION } from '../../emit/emitter-api/emitter.js'
import { asTagged, taggedIn } from '../../model/exported-names.js'
import { extensionWord, type LinkedPages, type NextPage } from '../../model/extensions.js'
import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import { suggestedPages } from '../../model/pages/suggested-pages.js'
import { partsOf } from '../../model/shapes/parts.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { TagStyle } from '../../model/shapes/tagging.js'
import type { Case } from '../../model/shapes/union.js'
import { wireLayout } from '../../model/shapes/union.js'
import { readNamedSpec } from '../../pipeline/read-named-spec.js'
import { readArguments, readingOf, UsageError } from '../command-line.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'

export async function inspectCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.inspect.flags)
  const [spec, ...others] = positionals
  if (spec === undefined || others.length > 0)
    throw new UsageError('inspect requires one document.')
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const out = createConsole(host, flags)
  const { document, model, diagnostics } = await readNamedSpec(spec, host.cwd, readingOf(values))
  const locator = locatorOf(document)
  showDiagnostics(host, diagnostics, locator, flags)
  if (flags.json) {
    const found = diagnostics.map((each) => findingOf(each, locator))
    out.result(
      JSON.stringify(
        { diagnostics: found, ...(model ? { modelVersion: MODEL_VERSION, model } : {}) },
        undefined,
        2,
      ),
    )
  } else if (model && !flags.quiet) {
    out.result(modelText(model, document.inWordsOfFile ? 'swagger 2.0' : undefined))
  }
  return model ? 0 : 1
}

function modelText(model: Model, older: string | undefined): string {
  const { language, version, file } = model.document
  return [
    `${model.title} ${model.version} (${older ?? `${language} ${version}`}, ${file})`,
    section('Operations', model.operations.map(operationRow)),
    section('Pages that may be read as one list', pageRows(model)),
    section('Tagged unions', unionRows(model)),
    section('Types', typeRows(model)),
    section('Formats', formatRows(model)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(44, Math.max(...rows.map((row) => (row[column] ?? '').length))),
  )
  const lines = rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${title} (${rows.length})\n${lines.map((line) => `  ${line}`).join('\n')}`
}

function operationRow(operation: Operation): string[] {
  const { binding } = operation
  const address = binding.kind === 'http' ? `${binding.method} ${binding.path}` : binding.method
  const traits = [
    operation.safe ? 'safe' : '',
    operation.idempotent ? 'idempotent' : '',
    ...Object.keys(operation.extensions).map(extensionWord),
  ]
  return [operation.name, address, traits.filter((trait) => trait !== '').join(', ')]
}

/** What could be written into the document, for operations that seem to have pages. */
function pageRows(model: Model): string[][] {
  return model.operations.flatMap((operation) => {
    const pages = suggestedPages(model, operation)
    return pages ? [[operation.name, `x-tagwire-paginator: ${paginatorText(pages)}`]] : []
  })
}

function paginatorText({ name, items, more, next }: LinkedPages): string {
  const quoted = (text: string): string => (/^[\w/.-]+$/.test(text) ? text : JSON.stringify(text))
  const parts = [`name: ${name}`, `items: ${quoted(items)}`]
  if (more !== undefined) parts.push(`more: ${more}`)
  return `{ ${parts.join(', ')}, next: ${nextText(next)} }`
}

function nextText(next: NextPage): string {
  switch (next.by) {
    case 'cursor':
    case 'last':
      return `{ ${next.by}: ${next.at}, into: ${next.into} }`
    case 'page':
    case 'offset':
      return `{ ${next.by}: ${next.into} }`
    case 'link':
      return `{ link: ${next.relation} }`
    case 'url':
      return `{ url: ${next.at} }`
  }
}

function unionRows(model: Model): string[][] {
  return taggedIn(model.declarations).map(({ name, shape, nullable }) => {
    const { tagging } = shape
    const bare = (each: Case): boolean => wireLayout(shape, each).kind === 'unit'
    const tags = shape.cases.map((each) => (bare(each) ? `"${each.tag}"` : each.tag))
    const kinds = [...tags, ...(nullable ? ['null'] : [])].join(' | ')
    const common = shape.common.map((field) => field.name).join(', ')
    return [name, styleText(tagging), common === '' ? kinds : `${kinds}  beside ${common}`]
  })
}

function styleText(tagging: TagStyle): string {
  switch (tagging.style) {
    case 'key':
      return 'key'
    case 'property':
      return `property ${tagging.property}`
    case 'pair':
      return `pair ${tagging.property}/${tagging.content}`
  }
}

function typeRows(model: Model): string[][] {
  return model.declarations
    .filter((each) => !asTagged(each))
    .map(({ name, shape }) => [name, shape.kind, sizeText(shape)])
}

function sizeText(shape: Shape): string {
  if (shape.kind === 'record') {
    const required = shape.fields.filter((field) => field.required).length
    return `${counted(shape.fields.length, 'field')}, ${required} required`
  }
  return shape.kind === 'enumeration' ? counted(shape.values.length, 'value') : ''
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function formatRows(model: Model): string[][] {
  const counts = new Map<string, number>()
  const count = (shape: Shape): void => {
    if (shape.kind === 'scalar') {
      const key = shape.format ? `${shape.type} ${shape.format}` : shape.type
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    for (const part of partsOf(shape)) count(part)
  }
  for (const { shape } of model.declarations) count(shape)
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([name, n]) => [name, String(n)])
}
