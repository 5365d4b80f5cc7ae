import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { MOST_LISTED } from './search-tools.js'
import { serveHttp, serverFactory } from './serve.js'
import type { McpService } from './service.js'
import { MAX_OUTPUT, toolSources } from './tools.js'

/** The variable that holds the token of callers over HTTP. */
const TOKEN = 'MCP_TOKEN'

/** Runs the server if Node was started with its module. */
export function runIfStarted(service: McpService, moduleUrl: string): void {
  if (!isStarted(moduleUrl)) return
  run(service).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${service.name}: ${text}\n`)
    process.exitCode = error instanceof UsageError || error instanceof TypeError ? 2 : 1
  })
}

function isStarted(moduleUrl: string): boolean {
  const [, program] = process.argv
  if (program === undefined) return false
  try {
    return realpathSync(program) === realpathSync(fileURLToPath(moduleUrl))
  } catch {
    return false
  }
}

class UsageError extends Error {}

function usage({ title, url, credentials }: McpService): string {
  const variables = credentials.map(({ variable }) => `  ${variable}`)
  return `A Model Context Protocol server for ${title}.

Usage: mcp.js [options]

Options:
  --url URL              Address of the service${url === undefined ? '' : ` (default: ${url})`}
  --read-only            Only offer tools that change nothing
  --mode list|search     A tool for each operation, or \`search\` and \`call\` (default: search for more
                         than ${MOST_LISTED})
  --tool NAME            Only offer this tool (repeatable)
  --max-output LENGTH    Longest response in characters (default: ${MAX_OUTPUT})
  --http PORT            Serve HTTP at /mcp instead of stdio; 0 for any free port
  --host HOST            Address to listen on (default: 127.0.0.1); others need ${TOKEN}
  --allow-host NAME      Another host name that requests may use (repeatable)

Environment variables:
${[...variables, `  ${TOKEN.padEnd(20)} Bearer token that callers over HTTP have to send`].join('\n')}
`
}

async function run(service: McpService): Promise<void> {
  const values = optionsOf()
  if (values.help) return void process.stdout.write(usage(service))
  if (values.version) return void process.stdout.write(`${service.name} ${service.version}\n`)
  const names = new Set(toolSources(service).map(({ name }) => name))
  const unknown = values.tool?.find((name) => !names.has(name))
  if (unknown !== undefined) throw new UsageError(`there is no tool ${unknown}`)
  const factory = serverFactory(service, {
    url: values.url,
    readOnly: values['read-only'],
    only: values.tool,
    search: modeOf(values.mode),
    most: wholeNumber('--max-output', values['max-output']),
    credentials: credentialsOf(service),
  })
  const port = wholeNumber('--http', values.http)
  const say = (error: Error): void => void process.stderr.write(`${error.message}\n`)
  if (port === undefined) {
    serveStdio(factory, { onerror: say })
    return
  }
  const { url, close } = await serveHttp(factory, {
    port,
    host: values.host,
    allowedHosts: values['allow-host'],
    token: process.env[TOKEN] || undefined,
    onError: say,
  })
  process.stderr.write(`${service.title}: ${url}\n`)
  const end = (): void => void close()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

function optionsOf() {
  try {
    return parseArgs({
      options: {
        url: { type: 'string' },
        'read-only': { type: 'boolean' },
        mode: { type: 'string' },
        tool: { type: 'string', multiple: true },
        'max-output': { type: 'string' },
        http: { type: 'string' },
        host: { type: 'string' },
        'allow-host': { type: 'string', multiple: true },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function modeOf(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text !== 'list' && text !== 'search')
    throw new UsageError(`--mode takes list or search, not ${text}`)
  return text === 'search'
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 1e9)
    throw new UsageError(`${option} takes a whole number, not ${text}`)
  return number
}

function credentialsOf({ credentials }: McpService): Record<string, string | undefined> {
  return Object.fromEntries(
    credentials.map(({ variable, name }) => [name, process.env[variable] || undefined]),
  )
}
