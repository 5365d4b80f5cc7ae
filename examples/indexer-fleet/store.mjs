import pg from 'pg'
import PgBoss from 'pg-boss'

export const queue = 'heights'
/** Heights per job: a few seconds of work, so that little has to be repeated after a kill. */
export const rangeSize = Number(process.env.RANGE ?? 250)

export async function openStore(url) {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // How often to look for jobs of killed workers; every two minutes by default.
  const boss = new PgBoss({ connectionString: url, max: 2, maintenanceIntervalSeconds: 5 })
  boss.on('error', (error) => console.error('queue:', error.message))
  // Without a lock, processes that start at the same time would create the same tables.
  const client = await pool.connect()
  await client.query('SELECT pg_advisory_lock($1)', [setupLock])
  await boss.start()
  await boss.createQueue(queue)
  await createTables(client)
  await client.query('SELECT pg_advisory_unlock($1)', [setupLock])
  client.release()
  return { pool, boss }
}

/** Any two numbers that are not used for other locks in this database. */
const setupLock = 7_461_677
export const followerLock = 7_461_678

async function createTables(client) {
  await client.query(`
    CREATE TABLE IF NOT EXISTS txs (
      height bigint NOT NULL,
      place integer NOT NULL,
      hash text NOT NULL,
      code integer NOT NULL,
      tx text NOT NULL,
      PRIMARY KEY (height, place)
    );
    CREATE TABLE IF NOT EXISTS done (height bigint PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS state (key text PRIMARY KEY, value jsonb NOT NULL);
  `)
}

/**
 * Stores the rows of whole heights, and marks the heights as done, in one transaction. A range that is read
 * again after a kill writes the same rows again.
 */
export async function storeHeights(pool, heights, also = async () => {}) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const rows = heights.flatMap(({ events }) => events.map(rowOf))
    await client.query(
      `INSERT INTO txs SELECT * FROM jsonb_to_recordset($1)
         AS row(height bigint, place integer, hash text, code integer, tx text)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows)],
    )
    await client.query('INSERT INTO done SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING', [
      heights.map(({ height }) => height),
    ])
    await also(client)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

function rowOf(event) {
  const { height = '0', index = 0, tx = '', result } = event.data.value.TxResult
  return { height, place: index, hash: event.events['tx.hash'][0], code: result.code ?? 0, tx }
}
