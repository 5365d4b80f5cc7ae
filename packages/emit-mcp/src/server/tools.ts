import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { type Fault, Faults, oneOf } from '../arguments/faults.js'
import type { InputType, InputTypes, UnionInput } from '../arguments/input.js'
import { createToolNames } from '../arguments/names.js'
import { isRecord } from '../arguments/records.js'
import { resolved } from '../arguments/resolve.js'
import { type ToolArguments, toolArguments } from '../arguments/tool-arguments.js'
import { answers, READ_MORE } from './answers.js'
import { withExactIntegers } from './exact-integers.js'
import { createRedact } from './redact.js'
import { createSearch, type Search } from './search.js'
import {
  CALL,
  callTool,
  MOST_LISTED,
  readMoreTool,
  SEARCH,
  searchedFor,
  searchTool,
} from './search-tools.js'
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
  /**
   * Whether there are tools that find and call operations, in place of a tool for each. By default, if there would be more
   * than 60.
   */
  readonly search?: boolean | undefined
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
  { readOnly, only, search, most = MAX_OUTPUT, credentials = {}, url }: ToolboxOptions = {},
): Toolbox {
  const answer = answers(service, { most, redact: createRedact(credentials, url) })
  const offered = toolSources(service).filter(
    ({ name, safe }) => (!readOnly || safe) && (!only || only.includes(name)),
  )
  const tools = new Map(offered.map((source) => [source.name, ownTool(source, service.types)]))
  const isSearched = search ?? offered.length > MOST_LISTED
  let find: Search | undefined

  /** The input of a call, or what is wrong with the arguments. Nothing is sent here, whatever is thrown. */
  function prepare({ source, layout }: OwnTool, given: unknown): Prepared {
    const own = layout()
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

  /** All texts are read when something is searched for the first time. */
  function searched(query: string, count: number): readonly ToolSource[] {
    find ??= createSearch(offered, service.types)
    return find(query, count)
  }

  /** The tools of these names as an agent reads them, with schemas that are short or asked for. */
  function found(given: Readonly<Record<string, unknown>>): CallToolResult {
    const asked = searchedFor(given)
    if (typeof asked === 'string') return answer.faults(SEARCH, [{ path: '', text: asked }])
    const exact = tools.get(asked.query.trim())
    const sources = exact ? [exact.source] : searched(asked.query, asked.most)
    if (sources.length === 0)
      return answer.told('Nothing was found. Use other words: what it is called in the service.')
    const shown = sources.flatMap(({ name }) => {
      const tool = tools.get(name)
      return tool ? [summarised(described(tool.source, tool.layout()), tool === exact)] : []
    })
    return answer.told(JSON.stringify(shown))
  }

  function calledBySearch(
    { name, arguments: given = {} }: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<CallToolResult> | CallToolResult {
    const tool = typeof name === 'string' ? tools.get(name) : undefined
    if (tool) return run(tool, given, signal)
    const text = `there is no operation of this name; \`${SEARCH}\` finds it`
    return answer.faults(CALL, [{ path: '/name', text }])
  }

  async function callOf(
    name: string,
    given: unknown,
    signal: AbortSignal,
  ): Promise<CallToolResult> {
    const own = isRecord(given) ? given : {}
    if (name === READ_MORE) return answer.more(own.answer, own.from)
    if (isSearched && name === SEARCH) return found(own)
    if (isSearched && name === CALL) return calledBySearch(own, signal)
    const tool = isSearched ? undefined : tools.get(name)
    if (tool) return run(tool, given ?? {}, signal)
    const names = isSearched ? [SEARCH, CALL] : [...tools.keys()]
    const text = `there is no tool of this name; a tool is ${oneOf(names)}`
    return answer.faults('a tool', [{ path: '', text }])
  }

  const { title } = service
  const shown = isSearched
    ? [searchTool(title, offered.length), callTool(title, readOnly ?? false)]
    : [...tools.values()].map(({ source, layout }) => described(source, layout()))
  return {
    list: [...shown, readMoreTool],
    async call(name, given, signal) {
      try {
        return await callOf(name, given, signal)
      } catch (error) {
        return answer.failure(error)
      }
    },
  }
}

/** A tool whose arguments are laid out when they are needed: with search, most never are. */
interface OwnTool {
  readonly source: ToolSource
  readonly layout: () => ToolArguments
}

function ownTool(source: ToolSource, types: InputTypes): OwnTool {
  let made: ToolArguments | undefined
  return {
    source,
    layout: () => {
      made ??= toolArguments(source, types)
      return made
    },
  }
}

/** Longer schemas are only shown if their tool is asked for by its name. */
const MAX_FOUND_SCHEMA = 2000

function summarised(
  { name, title, description, inputSchema, annotations }: Tool,
  isExact: boolean,
) {
  const isShort = isExact || JSON.stringify(inputSchema).length <= MAX_FOUND_SCHEMA
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    changesSomething: annotations?.readOnlyHint !== true,
    ...(isShort
      ? { inputSchema }
      : {
          arguments: Object.keys(inputSchema.properties ?? {}),
          required: inputSchema.required ?? [],
          more: `search for ${JSON.stringify(name)} to get the schema`,
        }),
  }
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
  // An operation of this name gets another.
  nameOf(READ_MORE)
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
