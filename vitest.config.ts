import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { builtInsteadOfSources } from './test/built.js'
import { WaitingBesideWorking } from './test/order.js'

const onlyLong = ['test/long/**/*.test.ts']

/**
 * Random tests are random, and can be repeated: the seed is printed. What decides whether a change lands is
 * the same for everybody; seeds roam on people's machines and every night.
 */
const roams = !process.env.CI || Boolean(process.env.TAGWIRE_LONG)
const seed =
  process.env.TAGWIRE_SEED ?? (roams ? String(Math.floor(Math.random() * 2 ** 31)) : '20261122')

export default defineConfig(({ mode }) => {
  const long = mode === 'long' || Boolean(process.env.TAGWIRE_LONG)
  return {
    plugins: mode === 'built' ? [builtInsteadOfSources] : [],
    test: {
      // A machine that does other things beside takes ten times as long; what hangs is found all the same.
      testTimeout: long ? 600_000 : 60_000,
      hookTimeout: long ? 600_000 : 60_000,
      expect: { poll: { timeout: 30_000 } },
      // More than there are processors: many tests wait for a process or for a timer.
      maxWorkers: availableParallelism() + 2,
      // Files that run in one process load the compilers once, which is half of all work. A file leaves
      // nothing behind: no changed global, no server, no timer.
      isolate: false,
      // Most code of a test runs a few times. An engine that waits longer before it optimizes does a quarter less.
      // What is compiled at all is compiled to machine code at once: a twentieth less.
      // Garbage is collected by the thread that works, and less often: there are more processes than processors.
      execArgv: [
        '--interrupt-budget=1000000',
        '--always-sparkplug',
        '--single-threaded-gc',
        '--min-semi-space-size=16',
        '--max-semi-space-size=64',
        '--no-flush-bytecode',
      ],
      sequence: { sequencer: WaitingBesideWorking },
      // What is built is imported as users import it: by Node, where a call of an imported function is a plain call.
      server: {
        deps: {
          external: [
            /\/(?:generator|packages\/[\w.-]+)\/dist\//,
            /\/(?:generator|packages\/runtime)\/modules\//,
            /\/test\/docs\/\.cache\//,
          ],
        },
      },
      setupFiles: ['test/cost/meter.ts', 'test/each-file.ts'],
      env: {
        TAGWIRE_SEED: seed,
        ...(long ? { TAGWIRE_LONG: '1' } : {}),
        // The compiler is a program of Go. It ends soon: a third of its work was to collect garbage.
        GOGC: 'off',
        GOMEMLIMIT: '1GiB',
      },
      include: ['test/**/*.test.ts'],
      exclude: [...configDefaults.exclude, 'test/external/**', ...(long ? [] : onlyLong)],
      globalSetup: [
        'test/temporary.ts',
        'test/run-folder.ts',
        'test/property/print-seed.ts',
        'test/e2e/node/harness/global-setup.ts',
      ],
    },
  }
})
