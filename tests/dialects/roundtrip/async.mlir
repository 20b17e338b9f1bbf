func.func @async_execute() {
  %t = async.execute {
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
func.func @async_results(%x: f32) -> f32 {
  %t, %v = async.execute -> !async.value<f32> {
    async.yield %x : f32
  }
  %0 = async.await %v : !async.value<f32>
  return %0 : f32
}
// -----
func.func @async_dependencies(%t: !async.token, %v: !async.value<f32>) {
  %0 = async.execute [%t] (%v as %u: !async.value<f32>) {
    async.yield
  }
  %1:2 = async.execute [%t, %0] (%v as %u: !async.value<f32>, %v as %w: !async.value<f32>) -> !async.value<f32> {
    async.yield %u : f32
  }
  return
}
// -----
func.func @async_several_results(%x: f32, %i: index) {
  %t, %v:2 = async.execute -> (!async.value<f32>, !async.value<index>) attributes {my.mark} {
    async.yield %x, %i : f32, index
  }
  return
}
// -----
func.func @async_groups(%n: index, %t: !async.token) {
  %g = async.create_group %n : !async.group
  %0 = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return
}
// -----
async.func @async_function(%x: f32) -> (!async.token, !async.value<f32>) {
  return %x : f32
}
func.func @async_call(%x: f32) {
  %0:2 = async.call @async_function(%x) : (f32) -> (!async.token, !async.value<f32>)
  return
}
// -----
func.func @async_runtime(%t: !async.token, %v: !async.value<f32>, %x: f32) {
  async.runtime.add_ref %t {count = 2 : i64} : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  async.runtime.set_available %t : !async.token
  async.runtime.set_error %t : !async.token
  %0 = async.runtime.is_error %t : !async.token
  async.runtime.await %t : !async.token
  async.runtime.store %x, %v : !async.value<f32>
  %1 = async.runtime.load %v : !async.value<f32>
  %2 = async.runtime.create : !async.token
  %3 = async.runtime.num_worker_threads : index
  return
}
