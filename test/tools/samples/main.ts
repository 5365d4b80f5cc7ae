import { fileURLToPath } from 'node:url'
import { probe } from 'tagwire'

// Holds recorded payloads of the routing service to the document: `main.ts FOLDER`.

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder?')
const { counts, fixes } = await probe('spec/routing/openapi.yaml', {
  cwd: repository,
  samples: folder,
})
for (const { count, drift, text } of fixes) {
  console.log(`${String(count).padStart(5)}  ${drift ? 'drift  ' : ''}${text}`)
}
console.log(JSON.stringify(counts))
