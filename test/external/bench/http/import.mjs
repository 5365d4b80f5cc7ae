// The time to import each client, in fresh processes.
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { heyApiModule } from './prepare.mjs'

const programs = {
  '@tagwire/routing': '@tagwire/routing',
  'openapi-fetch': 'openapi-fetch',
  'hey-api, as one file': pathToFileURL(await heyApiModule()).href,
  '@skip-go/client': '@skip-go/client',
}
const times = Object.fromEntries(Object.keys(programs).map((name) => [name, []]))
for (let round = 0; round < 15; round++) {
  for (const [name, from] of Object.entries(programs)) {
    const code = `const begun = performance.now()
      await import(${JSON.stringify(from)})
      console.log(performance.now() - begun)
      process.exit(0)`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    times[name].push(Number(stdout))
  }
}
console.log('\ncold import, ms')
for (const [name, list] of Object.entries(times)) {
  const lower = list.sort((a, b) => a - b)[Math.floor(list.length / 4)]
  console.log(name.padEnd(24), lower.toFixed(1).padStart(7))
}
