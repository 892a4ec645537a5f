// Node has no WebSocket before version 22: as much of RFC 6455 as the server needs.
async function nodeSocket() {
  const [http, https] = await Promise.all(["http", "https"].map(name => import(`node:${name}`)));
  return class {
    constructor(address) {
      const url = new URL(address), isSafe = url.protocol === "wss:";
      url.protocol = isSafe ? "https:" : "http:";
      const key = btoa(String.fromCharCode(...Array.from({length: 16}, () => Math.random() * 256)));
      const headers = {Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": 13, "Sec-WebSocket-Key": key};
      this.request = (isSafe ? https : http).request(url, {headers});
      this.request.on("response", response => { response.resume(); this.end(1006); });
      this.request.on("error", () => this.end(1006));
      this.request.on("upgrade", (_, socket, head) => {
        this.socket = socket;
        this.onopen?.();
        let bytes = head, text = [];
        const read = () => {
          for (;;) {
            let length = bytes[1] & 127, start = 2;
            if (bytes.length < (length > 126 ? 10 : length > 125 ? 4 : 2)) return;
            if (length === 126) [length, start] = [bytes.readUInt16BE(2), 4];
            else if (length === 127) [length, start] = [Number(bytes.readBigUInt64BE(2)), 10];
            if (bytes.length < start + length) return;
            const [first] = bytes, code = first & 15, content = bytes.subarray(start, start + length);
            bytes = bytes.subarray(start + length);
            if (code === 8) return this.end(length > 1 ? content.readUInt16BE(0) : 1005);
            if (code === 9) this.send(10, content);
            if (code > 2) continue;
            text.push(content);
            if (first < 128) continue;
            this.onmessage?.({data: Buffer.concat(text).toString()});
            text = [];
          }
        };
        socket.on("data", more => { bytes = Buffer.concat([bytes, more]); read(); });
        socket.on("error", () => {});
        socket.on("close", () => this.end(1006));
        read();
      });
      this.request.end();
    }

    // Short frames, with a mask of zeros
    send(code, content) { this.socket.write(Buffer.concat([Buffer.from([128 + code, 128 + content.length, 0, 0, 0, 0]), content])); }

    end(code) {
      this.close();
      const {onclose} = this;
      this.onclose = null;
      onclose?.({code});
    }

    close() {
      if (this.socket) this.socket.destroy(); else this.request.destroy();
    }
  };
}
