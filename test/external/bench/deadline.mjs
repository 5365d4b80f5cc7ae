/** Runs work with a signal that ends it after so long, as every client with a deadline has to. */
export async function inTime(ms, work) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
