import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { type Fault, Faults, oneOf } from '../arguments/faults.js'
import type { InputType, InputTypes, UnionInput } from '../arguments/input.js'
import { createToolNames } from '../arguments/names.js'
import { isRecord } from '../arguments/records.js'
import { resolved } from '../arguments/resolve.js'
import { type ToolArguments, toolArguments } from '../arguments/tool-arguments.js'
import { answers } from './answers.js'
import { withExactIntegers } from './exact.js'
import { createRedact } from './redact.js'
import type { Call, McpService, OperationSource } from './service.js'

/** The tools of a service. */
export interface Toolbox {
  readonly list: readonly Tool[]
  readonly call: (name: string, given: unknown, signal: AbortSignal) => Promise<CallToolResult>
}

export interface ToolboxOptions {
  /** Only tools that change nothing. */
  readonly readOnly?: boolean | undefined
  /** Only tools of these names. */
  readonly only?: readonly string[] | undefined
  /** The longest response, in characters. @default 60000 */
  readonly most?: number | undefined
  /** The address of the service. Responses never show parts of it that could be a key. */
  readonly url?: string | undefined
  /** By their names in `credentials` of the service. Responses never show them. */
  readonly credentials?: Readonly<Record<string, string | undefined>> | undefined
}

export const MAX_OUTPUT = 60_000

/** Longer examples are left out of descriptions. */
const MAX_EXAMPLE = 300
const MAX_DESCRIPTION = 1000

export function toolbox(
  service: McpService,
  calls: Readonly<Record<string, Call>>,
  { readOnly, only, most = MAX_OUTPUT, credentials = {}, url }: ToolboxOptions = {},
): Toolbox {
  const answer = answers(service, { most, redact: createRedact(credentials, url) })
  const offered = toolSources(service).filter(
    ({ name, safe }) => (!readOnly || safe) && (!only || only.includes(name)),
  )
  const tools = new Map(
    offered.map((source) => [
      source.name,
      { source, arguments: toolArguments(source, service.types) },
    ]),
  )

  /** The input of a call, or what is wrong with the arguments. Nothing is sent here, whatever is thrown. */
  function prepare({ source, arguments: own }: OwnTool, given: unknown): Prepared {
    const faults = new Faults()
    try {
      if (!isRecord(given)) faults.add('', 'an object', given)
      const wire = isRecord(given) ? own.toWire(given, faults) : undefined
      if (faults.list.length > 0) return { faults: faults.list }
      const input = withExactIntegers(service, source, wire)
      const { requests = {} } = service
      const check = Object.hasOwn(requests, source.operation)
        ? requests[source.operation]
        : undefined
      const problems = check?.check(input) ?? []
      return problems.length > 0 ? { faults: own.locate(wire, problems) } : { input }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return { faults: [{ path: '', text: 'nested too deeply' }] }
    }
  }

  async function run(tool: OwnTool, given: unknown, signal: AbortSignal): Promise<CallToolResult> {
    const { name, operation } = tool.source
    const { faults, input } = prepare(tool, given)
    if (faults) return answer.faults(name, faults)
    const call = Object.hasOwn(calls, operation) ? calls[operation] : undefined
    if (!call) throw new TypeError(`the client has no operation ${operation}`)
    // The layout was made from the type of the input, which only the generated module knows.
    const value = await call(input as never, { signal })
    try {
      return await answer.of(value)
    } catch (error) {
      return answer.unshown(error)
    }
  }

  return {
    list: [...tools.values()].map(({ source, arguments: own }) => described(source, own)),
    async call(name, given, signal) {
      const tool = tools.get(name)
      try {
        if (tool) return await run(tool, given ?? {}, signal)
        const text = `there is no tool of this name; a tool is ${oneOf([...tools.keys()])}`
        return answer.faults('a tool', [{ path: '', text }])
      } catch (error) {
        return answer.failure(error)
      }
    },
  }
}

interface OwnTool {
  readonly source: ToolSource
  readonly arguments: ToolArguments
}

interface Prepared {
  readonly input?: unknown
  readonly faults?: readonly Fault[]
}

/** The source of one tool: an operation, or one kind of its input. */
export interface ToolSource extends OperationSource {
  readonly kind?: string
}

/** All tools of a service, with names that every provider takes. */
export function toolSources({ tools, types }: McpService): ToolSource[] {
  const nameOf = createToolNames()
  return tools.flatMap((source) => {
    const union = source.input && unionOf(source.input, types)
    if (!union) return [{ ...source, name: nameOf(source.name) }]
    return union.cases.map(({ tag, doc = '' }): ToolSource => {
      const { example: _, ...own } = source
      const description = `${source.description}\n\nKind ${JSON.stringify(tag)}. ${doc}`.trim()
      return { ...own, name: nameOf(`${source.name}_${tag}`), description, kind: tag }
    })
  })
}

/** The tagged union that is the whole input. */
function unionOf(input: InputType, types: InputTypes): UnionInput | undefined {
  const type = resolved(input, types)
  if (type?.kind === 'nullable') return unionOf(type.type, types)
  return type?.kind === 'union' && type.tagging.style !== 'none' ? type : undefined
}

function described(source: ToolSource, { schema, fromWire }: ToolArguments): Tool {
  const { name, title, description, safe, idempotent, example } = source
  const faults = new Faults()
  const flat = example === undefined ? undefined : fromWire(example, faults)
  const shown = faults.list.length === 0 ? exampleText(flat) : ''
  const text = description.slice(0, MAX_DESCRIPTION - shown.length)
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: text + shown,
    inputSchema: { ...schema },
    annotations: {
      readOnlyHint: safe ?? false,
      destructiveHint: !safe,
      idempotentHint: safe ?? idempotent ?? false,
      openWorldHint: true,
    },
  }
}

function exampleText(flat: unknown): string {
  const text = JSON.stringify(flat) ?? ''
  return text.length > 2 && text.length <= MAX_EXAMPLE ? `\n\nExample: ${text}` : ''
}
