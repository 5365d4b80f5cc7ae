import {
  COMMAND_NAMES,
  COMMON,
  type CommandName,
  type Detail,
  entryOf,
  type Flag,
} from './command-table.js'
import type { Output } from './host.js'

const ABOUT =
  'Generate TypeScript packages from OpenAPI 3.x, Swagger 2.0 and OpenRPC 1.x documents.'

const EXAMPLES = [
  'tagwire init openapi.yaml',
  'tagwire generate',
  'tagwire generate --spec openapi.yaml --out packages/api --name @acme/api',
  'tagwire check',
]

/** Lines longer than this are hard to read, however wide the terminal is. */
const MAX_COLUMNS = 100
const MIN_COLUMNS = 60

/** The width of help: the terminal's within limits, and 80 columns in a pipe. */
export function helpWidth({ columns }: Output): number {
  return Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, columns || 80))
}

/** The help of the tool without a command. */
export function helpText(width: number): string {
  const rows = COMMAND_NAMES.map((name) => {
    const { args, summary } = entryOf(name)
    return [`${name} ${args}`, summary] as const
  })
  return [
    ABOUT,
    'Usage: tagwire <command> [options]',
    section('Commands', rows, width),
    section('Global options', flagRows(COMMON), width),
    examplesText(EXAMPLES),
    wrapped('Run `tagwire <command> --help` for the options of a command.', width),
  ].join('\n\n')
}

export function helpOf(command: CommandName, width: number): string {
  const { about, args, flags, details = [], examples, usage } = entryOf(command)
  const ways = usage ?? [`${command} ${args} [options]`]
  const calls = ways.map((way, at) => `${at === 0 ? 'Usage:' : '      '} tagwire ${way}`)
  const own = flagRows(flags)
  return [
    wrapped(about, width),
    calls.join('\n'),
    ...(own.length === 0 ? [] : [section('Options', own, width)]),
    section('Global options', flagRows(COMMON), width),
    ...details.map((each) => detailText(each, width)),
    examplesText(examples),
  ].join('\n\n')
}

type Row = readonly [left: string, right: string]

function flagRows(flags: Readonly<Record<string, Flag>>): Row[] {
  return Object.entries(flags).map(([name, { short, value, text }]) => [
    `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    text,
  ])
}

/** Text that begins with a space is already laid out. */
function detailText(detail: Detail, width: number): string {
  if (typeof detail !== 'string') return section(detail.title, detail.rows, width)
  return detail.startsWith(' ') ? detail : wrapped(detail, width)
}

/** The maximum width of the left column; the text of a longer entry is on the next line. */
const MAX_LEFT = 24

function section(title: string, rows: readonly Row[], width: number): string {
  const left = Math.min(MAX_LEFT, Math.max(...rows.map(([name]) => name.length)))
  const indent = ' '.repeat(left + 4)
  const lines = rows.map(([name, text]) => {
    const right = wrapped(text, width - indent.length).replaceAll('\n', `\n${indent}`)
    return name.length > left ? `  ${name}\n${indent}${right}` : `  ${name.padEnd(left)}  ${right}`
  })
  return [wrapped(`${title}:`, width), ...lines].join('\n')
}

/** Breaks lines between words. */
function wrapped(text: string, width: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}

function examplesText(examples: readonly string[]): string {
  const lines = examples.map((each) => `  ${each}`)
  return [lines.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n')
}
