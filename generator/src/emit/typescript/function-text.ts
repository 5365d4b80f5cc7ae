import { type Layout, linesOf, print, word } from './layout.js'
import { LINE_WIDTH } from './text.js'

export interface FunctionParts {
  readonly name: string
  readonly typeParameters?: readonly string[]
  readonly parameters: readonly (string | Layout)[]
  readonly result: string
  /** One statement: what a generated function does is one call or one value. */
  readonly body: string | Layout
}

/** An exported function; its parameters stand on lines of their own when one line is too short. */
export function functionText(parts: FunctionParts): string {
  const { parameters, result, body } = parts
  const layouts = parameters.map(layoutOf)
  const open = openingOf(parts)
  const opening = open.slice(open.lastIndexOf('\n') + 1)
  const flat = `(${layouts.map((each) => each.flat).join(', ')}): ${result} {`
  const fits =
    opening.length + flat.length <= LINE_WIDTH && layouts.every((each) => each.flat !== undefined)
  const broken = linesOf(layouts, 0, ',').map((line) => `${line},\n`)
  const head = fits ? flat : `(\n${broken.join('')}): ${result} {`
  return `${open}${head}\n  ${print(layoutOf(body), 2, 2)}\n}\n`
}

/** Everything before the parameters; type parameters break too where that is too long. */
function openingOf({ name, typeParameters = [] }: FunctionParts): string {
  const start = `export function ${name}`
  if (typeParameters.length === 0) return start
  const flat = `${start}<${typeParameters.join(', ')}>`
  if (flat.length + '('.length <= LINE_WIDTH) return flat
  return `${start}<\n${typeParameters.map((each) => `  ${each},\n`).join('')}>`
}

/** The head of an exported function of one parameter, which breaks where one line is too short. */
export function functionHead(name: string, parameter: string, result: string, end = ''): string {
  const flat = `export function ${name}(${parameter}): ${result}${end}`
  return flat.length <= LINE_WIDTH
    ? flat
    : `export function ${name}(\n  ${parameter},\n): ${result}${end}`
}

function layoutOf(part: string | Layout): Layout {
  return typeof part === 'string' ? word(part) : part
}

/**
 * `open(a, b)close` at the left margin. What does not fit on a line breaks inside its last argument,
 * or, where that is not enough, gives every argument lines of its own.
 */
export function callText(open: string, args: readonly Layout[], close = ''): string {
  const flat = args.map((each) => each.flat).join(', ')
  const whole = `${open}(${flat})${close}`
  if (whole.length <= LINE_WIDTH && args.every((each) => each.flat !== undefined)) return whole
  const before = args.slice(0, -1).map((each) => `${each.flat}, `)
  const last = args.at(-1)?.broken(0) ?? ''
  const hugged = `${open}(${before.join('')}${last})${close}`
  const [firstLine = ''] = hugged.split('\n')
  if (firstLine.length <= LINE_WIDTH) return hugged
  return `${open}(\n${linesOf(args, 0, ',')
    .map((line) => `${line},\n`)
    .join('')})${close}`
}

/** `export interface Name extends A, B {`, with what it extends on lines of their own if need be. */
export function interfaceHead(name: string, heritage: readonly Layout[]): string {
  const head = `export interface ${name}`
  if (heritage.length === 0) return `${head} {`
  const flat = `${head} extends ${heritage.map((each) => each.flat).join(', ')} {`
  if (flat.length <= LINE_WIDTH) return flat
  const lines = heritage.map((each, index) => {
    const indent = heritage.length > 1 ? 4 : 2
    const start = index === 0 ? '\n  extends ' : '\n    '
    return start + print(each, indent, start.length + ' {'.length - 1)
  })
  return `${head}${lines.join(',')} {`
}
