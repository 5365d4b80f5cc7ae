// What `pnpm tool NAME` and `pnpm bench NAME` run. `table.d.mts` says what the members mean.
import { existsSync } from 'node:fs'

const jiti = 'node --import jiti/register'

/** pnpm in a folder that is not of the workspace. One with a `pnpm-workspace.yaml` has settings that count, such as overrides. */
const pnpmIn = (folder) => {
  const settings = new URL(`../../../${folder}/pnpm-workspace.yaml`, import.meta.url)
  return `pnpm --dir ${folder}${existsSync(settings) ? '' : ' --ignore-workspace'}`
}
/** Installs the lockfile of such a folder. */
const install = (folder) => `${pnpmIn(folder)} install --frozen-lockfile`

const benchIn = (folder, about) => ({
  about,
  before: 'build',
  steps: [install(folder), `${pnpmIn(folder)} run bench`],
})

const BENCH = 'test/external/bench'
const RUNTIMES = 'test/external/runtimes'
const EMITTERS = 'test/external/emitters'
const CONSUMERS = 'test/external/consumers'
const PEERS = 'test/external/peers'
const EXECUTE = 'test/external/execute'

export const benches = {
  unions: benchIn(
    BENCH,
    'guards, types and exact JSON of the routing package; without a name, this one',
  ),
  generate: benchIn(
    `${BENCH}/generate`,
    'generators on the largest documents: time, memory, type checking; --figures paired --against TREE compares two trees',
  ),
  http: benchIn(
    `${BENCH}/http`,
    'the routing client and its peers: size, import, time per call, memory',
  ),
  rpc: benchIn(`${BENCH}/rpc`, 'the JSON-RPC client and its peers, against a node on loopback'),
  validate: benchIn(
    `${BENCH}/validate`,
    'validators, Ajv, zod and valibot: time per response, bytes',
  ),
  decode: benchIn(`${BENCH}/decode`, 'decoders of other libraries on the same responses'),
  server: benchIn(
    `${BENCH}/server`,
    'generated servers, Hono with zod-openapi, and Fastify: in process and on Node, ratios in one run',
  ),
  sizes: benchIn(`${BENCH}/sizes`, 'what each feature of the runtime adds to a bundle'),
  site: {
    about:
      "the site for our documents and for GitHub's: CPU seconds, pages, bytes, the search index",
    before: 'build',
    steps: [install(`${BENCH}/generate`), `${jiti} test/external/site-bench/main.ts`],
  },
}

export const tools = {
  'build-tools': {
    about: 'compiles generator, runtime and the emitters of our packages: enough to generate',
    steps: [
      'node packages/runtime/scripts/bundle.mjs',
      'node generator/scripts/bundle.mjs',
      'tsc -b packages/runtime generator packages/emit-docs packages/emit-server',
    ],
  },
  format: { about: 'Biome: fixes what `lint` reports', steps: ['biome check --write .'] },
  unused: { about: 'knip: unused files, exports and dependencies', steps: ['knip'] },
  changeset: {
    about: 'describes a change for the changelog',
    steps: ['pnpm dlx @changesets/cli@^2.29.0'],
  },
  mutants: {
    about: 'whether the unit tests of a folder notice small mistakes in it',
    steps: [`${jiti} test/tools/mutants/main.ts`],
  },
  house: {
    about:
      'counts files, lines, functions and import cycles, at one commit or several: decision 0024',
    steps: [`${jiti} test/tools/house/main.ts`],
  },
  versions: {
    about:
      'what `diff` says of each version of a document in a folder and the next, to read by hand',
    before: 'build-tools',
    steps: [`${jiti} test/tools/versions/main.ts`],
  },
  sizes: {
    about:
      'sizes of programs and their budgets; --against TREE, which is built, what a change cost',
    before: 'build',
    steps: [`${jiti} test/tools/sizes/main.ts`],
  },
  cost: {
    about: 'the cost of the tests: CPU seconds by kind, the slowest files, and what waits',
    before: 'build',
    steps: [`${jiti} test/cost/main.ts`],
  },
  long: {
    about: 'the property tests, forty times as long, and the tests in test/long',
    before: 'build',
    steps: [
      'vitest run --mode long test/property test/long test/packages/emitters/mcp test/e2e/node/resets',
    ],
  },
  'mcp-github': {
    about:
      "an agent's tools of GitHub's document: what their list costs, and whether twenty tasks find theirs",
    before: 'build',
    steps: [
      install(`${BENCH}/generate`),
      'vitest run --mode long test/packages/emitters/mcp/github.test.ts',
    ],
  },
  chaos: {
    about: 'follows a chain through hundreds of faults; --seed N repeats the same ones',
    before: 'build',
    steps: [`${jiti} test/e2e/chaos/main.ts`],
  },
  record: {
    about: 'records the transcripts of test/e2e/node/transcripts again',
    before: 'build',
    steps: [`${jiti} test/e2e/node/record.ts`],
  },
  releases: {
    about:
      'calls live nodes of 0.37, 0.39, 0.40 and 1.0, compares results with the plain JSON, and records them in test/packages/releases',
    before: 'build',
    steps: [
      `${jiti} test/e2e/node/releases/record.ts`,
      'biome format --write test/packages/releases',
      'vitest run test/packages/releases',
    ],
  },
  sarif: {
    about: 'fetches the published schema of SARIF, and checks the files of `ci` and `diff` with it',
    before: 'build',
    steps: [
      'node test/tools/scripts/fetch-sarif-schema.mjs',
      'vitest run --mode built test/unit/cli/reports',
    ],
  },
  consumers: {
    about:
      'installs the packed packages in an empty project: TypeScript 5.4 to 7.0, publint and attw',
    before: 'build',
    steps: [
      `pnpm --silent -r --filter "./packages/*" --filter tagwire pack --pack-destination ${CONSUMERS}/.cache/tarballs`,
      install(CONSUMERS),
      `node ${CONSUMERS}/check.mjs`,
    ],
  },
  runtimes: {
    about:
      'the packed packages in Node, Bun, Deno, workerd and Chromium, or in those that are named',
    before: 'build',
    steps: [
      `pnpm --silent -r --filter "./packages/*" pack --pack-destination ${RUNTIMES}/.cache/tarballs`,
      `pnpm --dir ${RUNTIMES} install --frozen-lockfile`,
      `${jiti} ${RUNTIMES}/main.ts`,
    ],
  },
  apps: {
    about: 'builds a small app with each of many tools, with a package and with sources inside',
    before: 'build',
    steps: [`${jiti} test/external/apps/main.ts`],
  },
  agents: {
    about: 'tasks for agents; TASK PROGRAM says whether a program does what one asks',
    before: 'build',
    steps: [`${jiti} test/agents/main.ts`],
  },
  servers: {
    about:
      'the same generated server with node:http, Hono, Express, Fastify, Next, Bun, Deno and workerd, asked the same',
    before: 'build',
    steps: [
      `pnpm --dir ${RUNTIMES} install --frozen-lockfile`,
      'pnpm --dir test/external/servers install --frozen-lockfile',
      `${jiti} test/external/servers/main.ts`,
    ],
  },
  day: {
    about: "a team's day in Node 20 and 24, Deno, workerd, and built by Vite and Next.js",
    before: 'build-tools',
    steps: [
      `pnpm --dir ${RUNTIMES} install --frozen-lockfile`,
      `${jiti} test/external/day/main.ts`,
    ],
  },
  emitters: {
    about:
      'the output of emitters with apps in React, Vue and Svelte in Chromium, and with MSW 3; CHROME sets a browser',
    before: 'build',
    steps: [
      `pnpm --dir ${RUNTIMES} install --frozen-lockfile`,
      `pnpm --dir ${EMITTERS} install --frozen-lockfile`,
      `${jiti} ${EMITTERS}/main.ts`,
    ],
  },
  turbo: {
    about: 'a small monorepo with Turborepo, which has to restore what tagwire generated',
    before: 'build-tools',
    steps: [install('test/external/turbo'), 'node test/external/turbo/main.mjs'],
  },
  'site-tests': {
    about:
      'the site in Chromium: console, axe, docs/site/checklist.md; --pictures takes screenshots',
    before: 'build',
    steps: [
      `${jiti} docs/site/main.ts`,
      `pnpm --dir ${RUNTIMES} install --frozen-lockfile`,
      install('test/external/site'),
      `${jiti} test/external/site/main.ts`,
    ],
  },
  'peer-cosmjs': {
    about: '@cosmjs/tendermint-rpc on the same node',
    before: 'build',
    steps: [
      install(`${PEERS}/cosmjs`),
      `${jiti} ${PEERS}/cosmjs/decoded.ts`,
      `${jiti} ${PEERS}/cosmjs/differential.ts`,
    ],
  },
  'peer-everyday': {
    about:
      "a team's day with the clients of Redocly and hey-api; --write: docs/the-day-compared.md",
    before: 'build-tools',
    steps: [install(`${PEERS}/everyday`), `${jiti} ${PEERS}/everyday/main.ts`],
  },
  'peer-skip-go': {
    about: '@skip-go/client on the same server; writes docs/compared-with-skip-go-client.md',
    before: 'build',
    steps: [
      `pnpm --dir ${PEERS}/skip-go install --frozen-lockfile`,
      `node ${PEERS}/skip-go/main.mjs`,
      `node ${PEERS}/skip-go/differences.mjs`,
      `node ${PEERS}/skip-go/executions.mjs`,
    ],
  },
  execute: {
    about:
      'executions of routes: killed at every save, 10000 mutated messages, and on nodes of EVM, Cosmos and Solana',
    before: 'build',
    steps: [
      'vitest run --mode long test/packages/routing-execute',
      `pnpm --dir ${EXECUTE} install --frozen-lockfile`,
      `${jiti} ${EXECUTE}/main.ts`,
      `tsc -p ${EXECUTE} --noEmit`,
    ],
  },
  'execute-chains': {
    about:
      'executions of routes on nodes of EVM, Cosmos and Solana; evm, cosmos, messages or svm names a part',
    before: 'build',
    steps: [`pnpm --dir ${EXECUTE} install --frozen-lockfile`, `${jiti} ${EXECUTE}/main.ts`],
  },
  'peer-generators': {
    about: 'other generators on a description of the routing service, for the table in the README',
    before: 'build',
    steps: [install(`${BENCH}/generate`), `node ${PEERS}/generators/main.mjs`],
  },
  'lint-spec': {
    about: 'a public linter for the two documents in spec',
    steps: [
      'npm --prefix test/tools/spec-lint ci --no-audit --no-fund --silent',
      'test/tools/spec-lint/node_modules/.bin/redocly lint --config test/tools/spec-lint/redocly.yaml spec/routing/openapi.yaml spec/node-rpc/openrpc.yaml',
    ],
  },
  sbom: {
    about: 'all dependencies of the tool, or of the package in a folder (CycloneDX)',
    steps: ['node generator/scripts/sbom.mjs'],
  },
  audit: {
    about: 'asks the registry for known vulnerabilities; --required fails if it does not answer',
    steps: ['node generator/scripts/audit.mjs'],
  },
}
