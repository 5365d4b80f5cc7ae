import type { TestProject } from 'vitest/node'

/** Says once how the random tests of this run are repeated. */
export default function printSeed({ config }: TestProject): void {
  console.info(`Random tests: TAGWIRE_SEED=${config.env.TAGWIRE_SEED} does the same again.`)
}
