// Unpacks the Chromium of the npm package into the folder for temporary files, with its libraries.

import { createRequire } from 'node:module'
import path from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'

await chromium.executablePath()
const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
await inflate(path.join(path.dirname(entry), '../bin/al2023.tar.br'))
