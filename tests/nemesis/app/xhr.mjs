// A minimal XMLHttpRequest over `fetch` for tus uploads. It reports the upload as complete before it has the response.
export function requestOver(fetch) {
  return class {
    upload = {}
    timeout = 0
    status = 0
    responseText = ''
    #request = ['', '']
    #headers = {}
    #responseHeaders = new Headers()
    #abortController = new AbortController()

    open(method, url) {
      this.#request = [method, url]
    }
    setRequestHeader(name, value) {
      this.#headers[name] = value
    }
    getResponseHeader(name) {
      return this.#responseHeaders.get(name)
    }
    abort() {
      this.#abortController.abort()
    }
    send(body = null) {
      const signal = this.timeout === 0 ? this.#abortController.signal : AbortSignal.any([this.#abortController.signal, AbortSignal.timeout(this.timeout)])
      void this.#send(body, signal).catch((error) => {
        if (this.#abortController.signal.aborted) return
        if (signal.aborted) this.ontimeout?.(error)
        else this.onerror?.(error)
      })
    }
    async #send(body, signal) {
      const [method, url] = this.#request
      const bytes = body === null ? undefined : await body.arrayBuffer()
      const response = await fetch(new URL(url, 'http://localhost/'), { method, headers: this.#headers, body: bytes, signal })
      this.upload.onprogress?.({ lengthComputable: true, loaded: bytes?.byteLength ?? 0 })
      this.status = response.status
      this.#responseHeaders = response.headers
      this.responseText = await response.text()
      this.onload?.()
    }
  }
}
