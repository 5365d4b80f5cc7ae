// `pnpm tool NAME [arguments]` runs what is not among the ten scripts of package.json, and `pnpm bench [NAME]` a benchmark.
// Without a name, or with --help, it lists them.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { benches, tools } from './table.mjs'

const [command, ...given] = process.argv.slice(2)
const scripts = command === 'bench' ? benches : tools
const isNamed = given[0] !== undefined && !given[0].startsWith('-')
const name = isNamed || command !== 'bench' ? given[0] : 'unions'
const rest = isNamed ? given.slice(1) : given
const isHelp = name === undefined || (!isNamed && rest.some((each) => /^(?:--help|-h)$/.test(each)))

if (isHelp) process.stdout.write(listed())
else if (!Object.hasOwn(scripts, name)) {
  process.stderr.write(`There is no ${command} ${name}.\n\n${listed()}`)
  process.exitCode = 1
} else process.exitCode = run(scripts[name], rest)

function listed() {
  const names = Object.keys(scripts)
  const width = Math.max(...names.map((each) => each.length))
  const lines = names.map((each) => `  ${each.padEnd(width)}  ${scripts[each].about}`)
  return `Usage: pnpm ${command} NAME [arguments]\n\n${lines.join('\n')}\n`
}

/** The status of the first step that fails, or of the last. */
function run({ before, steps }, last) {
  const prepare = before === 'build' ? ['pnpm --silent build'] : before ? tools[before].steps : []
  const root = path.resolve(import.meta.dirname, '../../..')
  for (const [index, step] of [...prepare, ...steps].entries()) {
    const isLast = index === prepare.length + steps.length - 1
    const line = isLast && last.length > 0 ? `${step} ${last.map(quoted).join(' ')}` : step
    const { status, signal } = spawnSync(line, { cwd: root, shell: true, stdio: 'inherit' })
    if (status !== 0) return status ?? (signal ? 1 : 0)
  }
  return 0
}

/** An argument as the shell passes it on. */
function quoted(argument) {
  if (/^[\w./:=@,-]+$/.test(argument)) return argument
  return process.platform === 'win32'
    ? JSON.stringify(argument)
    : `'${argument.replaceAll("'", "'\\''")}'`
}
