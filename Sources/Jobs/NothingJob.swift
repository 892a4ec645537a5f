/// Does nothing: for the benchmark of the queue, and for operators who want to test the queue.
package struct NothingJob: Job {
    package static let kind = "nothing"

    package init() {}

    package func run(in context: JobContext<Void>) async throws {}
}
