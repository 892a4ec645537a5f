import ParlayClient
import Testing

@Suite struct ClientTests {
    @Test func `a client keeps its base`() {
        #expect(ParlayClient(base: "http://127.0.0.1:8080/v1/wordup/").base.hasSuffix("/"))
    }
}
