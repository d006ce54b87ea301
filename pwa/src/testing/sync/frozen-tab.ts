// A frozen tab that keeps a replica's database open, or a transaction on it.

export function connect(name: string): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
  })
}

/** Keeps a transaction on all tables open until the returned function is called. */
export function holdTransaction(database: IDBDatabase): () => void {
  let isHeld = true
  const drafts = database.transaction([...database.objectStoreNames], 'readwrite').objectStore('drafts')
  const read = (): void => {
    drafts.count().onsuccess = () => {
      if (isHeld) read()
    }
  }
  read()
  return () => void (isHeld = false)
}
