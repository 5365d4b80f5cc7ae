// What a decoder adds to a bundle, minified and compressed, for browsers and for Node.
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const decode = path.join(import.meta.dirname, '../../../../packages/node-rpc/dist/decode.js')
const programs = {
  'decodeBlockParams (integers)': `import { decodeBlockParams } from ${JSON.stringify(decode)}
    globalThis.decode = decodeBlockParams`,
  'decodeHeader (hex, times)': `import { decodeHeader } from ${JSON.stringify(decode)}
    globalThis.decode = decodeHeader`,
  decodeResultBlockResults: `import { decodeResultBlockResults } from ${JSON.stringify(decode)}
    globalThis.decode = decodeResultBlockResults`,
  responseDecoders: `import { responseDecoders } from ${JSON.stringify(decode)}
    globalThis.decode = responseDecoders`,
}

console.log('\nbundle, bytes minified (gzip)')
for (const [name, contents] of Object.entries(programs)) {
  const cells = []
  for (const platform of ['browser', 'node']) {
    const bundle = await rolldown({
      input: 'program',
      platform,
      logLevel: 'silent',
      plugins: [
        {
          name: 'program',
          resolveId: (id) =>
            id === 'program' ? path.join(import.meta.dirname, 'program.js') : null,
          load: (id) => (id.endsWith('program.js') ? contents : null),
        },
      ],
    })
    const { output } = await bundle.generate({ minify: true })
    const { code } = output[0]
    cells.push(`${platform} ${code.length} (${gzipSync(code, { level: 9 }).length})`)
  }
  console.log([name.padEnd(30), ...cells].join('   '))
}
