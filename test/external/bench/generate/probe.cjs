// Preloaded into every process of a run: says at its end what it took.
const { appendFileSync } = require('node:fs')

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const line = { rss: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1e6 }
  appendFileSync(process.env.BENCH_PROBE, `${JSON.stringify(line)}\n`)
})
