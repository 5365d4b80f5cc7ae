import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { RunnerTask } from 'vitest'
import { createVitest, type Vitest } from 'vitest/node'
import { mutationsOf, statementStarts } from './find.js'
import type { Finding } from './runner.js'
import { type Mutant, withSwitches } from './switch.js'

/**
 * Do the unit tests of a folder notice mistakes in its code?
 *
 *     pnpm tool mutants grammar
 *     pnpm tool mutants lower/unions --each 20 --seed 7
 *     pnpm tool mutants runtime/validate --tests test/unit/validate
 *
 * Some small changes are made to each file of the room (`--each`, 6 unless told; `--seed` chooses others), in memory
 * alone, and only its unit tests are run. Those that no test notices are printed.
 */
const repository = fileURLToPath(new URL('../../../', import.meta.url))

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    alone: { type: 'string', default: '10' },
    tests: { type: 'string' },
  },
})
const room = positionals[0]
if (!room)
  throw new Error('Which room? `pnpm tool mutants grammar`, `pnpm tool mutants runtime/union`')

const sources = room.startsWith('runtime/')
  ? path.join('packages/runtime/src', room.slice('runtime/'.length))
  : path.join('generator/src', room)
const tests = flags.tests ?? nearestTests(path.join('test/unit', room))

/** The tests of `lower/unions` are those of `lower`. */
function nearestTests(folder: string): string {
  return existsSync(path.join(repository, folder)) ? folder : nearestTests(path.dirname(folder))
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function chosenMutants(): Mutant[] {
  const root = path.join(repository, sources)
  const files = sources.endsWith('.ts')
    ? [root]
    : readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => path.join(root, file))
  const random = randomOf(Number(flags.seed))
  const chosen = files.toSorted().flatMap((file) => {
    const ranked = mutationsOf(file, readFileSync(file, 'utf8'))
      .map((mutation) => ({ file, ...mutation, rank: random() }))
      .sort((left, right) => left.rank - right.rank)
    return ranked.slice(0, Number(flags.each))
  })
  return chosen.map(({ rank: _, ...mutation }, index) => ({ id: index + 1, ...mutation }))
}

const mutants = chosenMutants()
const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-mutants-'))
const findings = path.join(folder, 'findings.jsonl')

async function prepared(): Promise<Vitest> {
  process.env.TAGWIRE_SEED ??= '1'
  const here = (file: string): string => path.join(repository, 'test/tools/mutants', file)
  return createVitest(
    'test',
    {
      root: repository,
      watch: false,
      run: true,
      maxWorkers: 1,
      bail: 1,
      reporters: [{}],
      globalSetup: [path.join(repository, 'test/run-folder.ts')],
      runner: here('runner.ts'),
      setupFiles: [here('setup.ts'), path.join(repository, 'test/each-file.ts')],
      provide: { mutant: 0, findings, cometbft: '' },
      dangerouslyIgnoreUnhandledErrors: true,
    },
    {
      // Tests of the runtime import the built files, like its users.
      resolve: {
        alias: [
          {
            find: /^@tagwire\/runtime\/([\w-]+)$/,
            replacement: path.join(repository, 'packages/runtime/src/$1/index.ts'),
          },
        ],
      },
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          transform(text, id) {
            const ours = mutants.filter(({ file }) => file === id)
            if (ours.length > 0)
              return { code: withSwitches(text, ours, statementStarts(id, text)) }
            return undefined
          },
        },
      ],
    },
  )
}

/** The tests that failed, with what they say. */
function failuresOf(vitest: Vitest): string[] {
  const said = (task: RunnerTask): string[] => [
    ...(task.result?.errors ?? []).map(({ message }) => `${task.name}: ${message}`),
    ...('tasks' in task ? task.tasks.flatMap(said) : []),
  ]
  return vitest.state.getFiles().flatMap(said)
}

/**
 * Runs the tests in a separate process, and reports what fails. With 0, the runner switches the mutants on
 * one after the other.
 */
async function failuresWith(vitest: Vitest, mutant: number): Promise<string[]> {
  vitest.provide('mutant', mutant)
  vitest.state.filesMap.clear()
  await vitest.runTestSpecifications(await vitest.globTestSpecifications([tests]))
  return failuresOf(vitest)
}

function describe({ file, start, end, text }: Mutant): string {
  const source = readFileSync(file, 'utf8')
  const before = source.slice(0, start).split('\n')
  const place = `${path.relative(repository, file)}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
  const short = (code: string): string => {
    const line = code.replace(/\s+/g, ' ')
    return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line
  }
  return `${place}  ${short(source.slice(start, end))}  →  ${short(text)}`
}

try {
  const vitest = await prepared()
  const broken = await failuresWith(vitest, 0)
  if (broken.length > 0) throw new Error(`These fail without a mutant: ${broken.join('\n')}`)
  const found: Finding[] = readFileSync(findings, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const killed = new Set(found.flatMap((each) => ('killed' in each ? each.killed : [])))
  const reached = new Set(found.flatMap((each) => ('survived' in each ? each.survived : [])))
  const uncertain = new Set(
    found.flatMap((each) => {
      if ('outside' in each) return each.outside
      return 'notRepeated' in each && !each.slow ? each.reached : []
    }),
  )
  const random = randomOf(Number(flags.seed))
  const alone = mutants
    .filter(({ id }) => uncertain.has(id) && !killed.has(id))
    .map((mutant) => ({ mutant, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ mutant }) => mutant)
  for (const mutant of alone.slice(0, Number(flags.alone))) {
    reached.add(mutant.id)
    if ((await failuresWith(vitest, mutant.id)).length > 0) killed.add(mutant.id)
  }
  await vitest.close()
  const untried = new Set(alone.slice(Number(flags.alone)).map(({ id }) => id))
  const tried = mutants.filter(({ id }) => !untried.has(id))
  const survivors = tried.filter(({ id }) => !killed.has(id))
  for (const mutant of survivors) {
    console.info(`${reached.has(mutant.id) ? 'survived ' : 'untouched'} ${describe(mutant)}`)
  }
  for (const each of found) {
    if ('notRepeated' in each)
      console.info(`not repeated${each.slow ? ' (slow)' : ''}: ${each.notRepeated}`)
  }
  console.info(
    `${room}: ${tried.length} mutants, ${tried.length - survivors.length} killed, ${survivors.length} survived ` +
      `(${survivors.filter(({ id }) => !reached.has(id)).length} in code that no test runs)` +
      (untried.size > 0 ? `; ${untried.size} not tried, they need a process each (--alone)` : ''),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
