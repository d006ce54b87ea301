// A minimal XMLHttpRequest over `fetch` for tus uploads. It reports the upload as complete before the response.
export function requestOver(fetch) {
  return class {
    upload = {}
    timeout = 0
    status = 0
    responseText = ''
    #asks = ['', '']
    #headers = {}
    #answered = new Headers()
    #stop = new AbortController()

    open(method, url) {
      this.#asks = [method, url]
    }
    setRequestHeader(name, value) {
      this.#headers[name] = value
    }
    getResponseHeader(name) {
      return this.#answered.get(name)
    }
    abort() {
      this.#stop.abort()
    }
    send(body = null) {
      const late = this.timeout === 0 ? this.#stop.signal : AbortSignal.any([this.#stop.signal, AbortSignal.timeout(this.timeout)])
      void this.#send(body, late).catch((error) => {
        if (this.#stop.signal.aborted) return
        if (late.aborted) this.ontimeout?.(error)
        else this.onerror?.(error)
      })
    }
    async #send(body, signal) {
      const [method, url] = this.#asks
      const content = body === null ? undefined : await body.arrayBuffer()
      const answer = await fetch(new URL(url, 'http://localhost/'), { method, headers: this.#headers, body: content, signal })
      this.upload.onprogress?.({ lengthComputable: true, loaded: content?.byteLength ?? 0 })
      this.status = answer.status
      this.#answered = answer.headers
      this.responseText = await answer.text()
      this.onload?.()
    }
  }
}
