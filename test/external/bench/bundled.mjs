// How large programs are when they are bundled: minified and compressed, dependencies included.
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** Prints a row for each program; with `--modules`, what the first one consists of. */
export async function printSizes({ rolldown, folder, title, programs }) {
  const width = Math.max(title.length, ...Object.keys(programs).map((name) => name.length)) + 2
  const size = (length) => (length / 1000).toFixed(2).padStart(9)
  console.log(title.padEnd(width), ' minified', '    gzip')
  for (const [name, contents] of Object.entries(programs)) {
    const bundle = await rolldown({
      input: 'program',
      platform: 'browser',
      logLevel: 'silent',
      plugins: [
        {
          name: 'program',
          resolveId: (id) => (id === 'program' ? path.join(folder, 'program.js') : null),
          load: (id) => (id.endsWith('program.js') ? contents : null),
        },
      ],
    })
    const { output } = await bundle.generate({ minify: true })
    const [{ code, modules }] = output
    console.log(name.padEnd(width), size(code.length), size(gzipSync(code, { level: 9 }).length))
    if (!process.argv.includes('--modules')) continue
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      if (renderedLength > 0) console.log('   ', path.relative(folder, id), renderedLength)
    }
    return
  }
}
